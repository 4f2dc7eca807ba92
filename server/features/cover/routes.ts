import {
  answerCover,
  cancelCover,
  getCoverCounts,
  getCoverPlan,
  listOwnCovers,
  sendCovers,
  undoCoverAnswer,
} from '#contract/cover.ts';
import {
  getCoverSettings,
  getOwnCoverWishes,
  getTimetables,
  importTimetable,
  putCoverSettings,
  putOwnCoverWishes,
  putTimetable,
  readBellFile,
} from '#contract/cover-settings.ts';
import { cancelCover as cancel } from '#server/features/cover/cancel.ts';
import { answerCover as answer, coverCounts, ownCovers } from '#server/features/cover/own.ts';
import { importTimetable as readTimetableFile, readBellFile as readBells } from '#server/features/cover/import.ts';
import { coverPlan } from '#server/features/cover/plan.ts';
import { sendCovers as send } from '#server/features/cover/send.ts';
import { changeCoverSettings, coverSettingsOf } from '#server/features/cover/settings.ts';
import { undoCoverAnswer as undoAnswer } from '#server/features/cover/undo-answer.ts';
import { changeOwnWishes, changeTimetable, ownWishes, timetablesOf } from '#server/features/cover/timetables.ts';
import { creatingRoute, type Route, route, routeInTx } from '#server/http/route.ts';

/** Cover by colleagues: bells, timetables and rules, the plan of a day, and a teacher's own covers. */
export const coverRoutes: Route[] = [
  route(getCoverSettings, coverSettingsOf),
  route(putCoverSettings, changeCoverSettings),
  route(readBellFile, readBells),
  route(getTimetables, timetablesOf),
  route(putTimetable, changeTimetable),
  routeInTx(importTimetable, readTimetableFile),
  route(getOwnCoverWishes, ownWishes),
  route(putOwnCoverWishes, changeOwnWishes),
  route(getCoverPlan, coverPlan),
  creatingRoute(sendCovers, send),
  routeInTx(cancelCover, cancel),
  route(listOwnCovers, ownCovers),
  routeInTx(answerCover, answer),
  routeInTx(undoCoverAnswer, undoAnswer),
  route(getCoverCounts, coverCounts),
];
