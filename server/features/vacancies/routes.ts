import * as absences from '#contract/absences.ts';
import * as attendance from '#contract/attendance.ts';
import * as dayChange from '#contract/day-change.ts';
import * as candidates from '#contract/candidates.ts';
import * as links from '#contract/links.ts';
import * as contract from '#contract/vacancies.ts';
import * as declines from '#contract/declines.ts';
import { getOwnFit } from '#contract/own-fit.ts';
import * as offers from '#contract/offers.ts';
import * as jobDays from '#contract/job-days.ts';
import * as history from '#contract/vacancy-history.ts';
import * as moves from '#contract/vacancy-moves.ts';
import * as staff from '#contract/vacancy-staff.ts';
import * as plans from '#contract/day-plan.ts';
import * as swap from '#contract/vacancy-swap.ts';
import * as split from '#contract/vacancy-split.ts';
import { assignSubstitute, confirmByPhone } from '#server/features/vacancies/booking/assign-substitute.ts';
import * as feedback from '#contract/feedback.ts';
import { attendanceOfDay } from '#server/features/vacancies/attendance/attendance-day.ts';
import { answerAttendance, ownAttendance } from '#server/features/vacancies/attendance/own-attendance.ts';
import {
  answerFeedback,
  dismissFeedback,
  reviewClass,
  reviewSubstitute,
} from '#server/features/vacancies/feedback/feedback.ts';
import { classFeedback, ownFeedback } from '#server/features/vacancies/feedback/read-feedback.ts';
import { recordAttendance } from '#server/features/vacancies/attendance/record-attendance.ts';
import { codeOfToday, signInAtSchool } from '#server/features/vacancies/attendance/sign-in-code.ts';
import { carryOutPlan, undoPlan } from '#server/features/vacancies/day/carry-out-plan.ts';
import { planOfDay } from '#server/features/vacancies/day/plan-of-day.ts';
import { correctVacancy } from '#server/features/vacancies/posting/correct-vacancy.ts';
import { countVacancies } from '#server/features/vacancies/vacancy/count-vacancies.ts';
import { changeDay, previewDay } from '#server/features/vacancies/day/change-day.ts';
import { countPosts, createVacancies, createVacancy } from '#server/features/vacancies/posting/create-vacancy.ts';
import { declineVacancy, undeclineVacancy } from '#server/features/vacancies/booking/decline-vacancy.ts';
import { deleteJob, deleteVacancy } from '#server/features/vacancies/posting/delete-vacancy.ts';
import { editJob, listJobDays } from '#server/features/vacancies/posting/edit-job.ts';
import { explainDecline } from '#server/features/vacancies/booking/explain-decline.ts';
import { previewFirst } from '#server/features/vacancies/candidates/first-choices.ts';
import { getVacancy } from '#server/features/vacancies/vacancy/get-vacancy.ts';
import { vacancyHistory } from '#server/features/vacancies/dispatch/history.ts';
import {
  leaveJob,
  cannotCome,
  confirmAssignment,
  withdrawRequest,
} from '#server/features/vacancies/booking/own-moves.ts';
import { listCandidates } from '#server/features/vacancies/candidates/list-candidates.ts';
import { listVacancies } from '#server/features/vacancies/vacancy/list-vacancies.ts';
import { followLink, showLink } from '#server/features/vacancies/one-tap/one-tap.ts';
import { notifySubstitutes } from '#server/features/vacancies/dispatch/notify-substitutes.ts';
import { ownFit } from '#server/features/vacancies/candidates/own-fit.ts';
import { pauseOffers } from '#server/features/vacancies/dispatch/pause-offers.ts';
import { getReach, previewReach } from '#server/features/vacancies/candidates/reach.ts';
import { proposeAbsence } from '#server/features/vacancies/posting/propose-absence.ts';
import { releaseSubstitute } from '#server/features/vacancies/booking/release-substitute.ts';
import { splitVacancy } from '#server/features/vacancies/posting/split-vacancy.ts';
import { getSwapDays } from '#server/features/vacancies/booking/swap-days.ts';
import { swapSubstitutes } from '#server/features/vacancies/booking/swap-substitutes.ts';
import { undoAnswer } from '#server/features/vacancies/booking/undo-answer.ts';
import { undoDayChange } from '#server/features/vacancies/day/undo-day.ts';
import { updateVacancy } from '#server/features/vacancies/posting/update-vacancy.ts';
import { creatingRoute, type Route, route, routeInTx } from '#server/http/route.ts';

/** The routes for posting absences, and for all commands on them. */
export const vacancyRoutes: Route[] = [
  route(contract.listVacancies, listVacancies),
  route(contract.countVacancies, countVacancies),
  route(getOwnFit, ownFit),
  route(contract.getVacancy, getVacancy),
  route(absences.proposeAbsence, proposeAbsence),
  creatingRoute(absences.createVacancy, createVacancy, (call) => countPosts(call, 1)),
  creatingRoute(absences.createVacancies, createVacancies, (call) => countPosts(call, new Set(call.body.dates).size)),
  route(absences.previewReach, previewReach),
  route(absences.getReach, getReach),
  route(absences.previewFirst, previewFirst),
  route(moves.updateVacancy, updateVacancy),
  routeInTx(staff.assignSubstitute, assignSubstitute),
  routeInTx(staff.deleteVacancy, deleteVacancy),
  creatingRoute(staff.notifySubstitutes, notifySubstitutes),
  routeInTx(offers.pauseOffers, pauseOffers),
  creatingRoute(split.splitVacancy, splitVacancy, (call) => countPosts(call, 1)),
  route(swap.getSwapDays, getSwapDays),
  routeInTx(swap.swapSubstitutes, swapSubstitutes),
  routeInTx(jobDays.leaveJob, leaveJob),
  route(jobDays.listJobDays, listJobDays),
  route(jobDays.editJob, editJob),
  routeInTx(jobDays.deleteJob, deleteJob),
  routeInTx(moves.undoAnswer, undoAnswer),
  route(dayChange.previewDayChange, previewDay),
  routeInTx(dayChange.changeDay, changeDay),
  routeInTx(dayChange.undoDayChange, undoDayChange),
  route(plans.planDay, planOfDay),
  creatingRoute(plans.carryOutPlan, carryOutPlan),
  routeInTx(plans.undoPlan, undoPlan),
  route(moves.withdrawRequest, withdrawRequest),
  route(moves.declineVacancy, declineVacancy),
  route(moves.undeclineVacancy, undeclineVacancy),
  route(declines.explainDecline, explainDecline),
  route(moves.confirmAssignment, (call) => confirmAssignment(call)),
  routeInTx(staff.confirmByPhone, confirmByPhone),
  route(moves.cannotCome, cannotCome),
  routeInTx(moves.releaseSubstitute, releaseSubstitute),
  routeInTx(staff.correctVacancy, correctVacancy),
  route(history.listVacancyHistory, vacancyHistory),
  route(candidates.listCandidates, listCandidates),
  route(links.getLink, showLink),
  route(links.useLink, followLink),
  route(attendance.getAttendanceOfDay, attendanceOfDay),
  routeInTx(attendance.recordAttendance, recordAttendance),
  route(attendance.getSignInCode, codeOfToday),
  route(attendance.listOwnAttendance, ownAttendance),
  route(attendance.signInAtSchool, signInAtSchool),
  routeInTx(attendance.answerAttendance, answerAttendance),
  route(feedback.listOwnFeedback, ownFeedback),
  routeInTx(feedback.reviewClass, reviewClass),
  routeInTx(feedback.reviewSubstitute, reviewSubstitute),
  routeInTx(feedback.dismissFeedback, dismissFeedback),
  routeInTx(feedback.answerFeedback, answerFeedback),
  route(feedback.getClassFeedback, classFeedback),
];
