import * as cover from '#contract/cover.ts';
import * as coverSettings from '#contract/cover-settings.ts';
import { cancelCover as cancel } from '#server/features/cover/cancel.ts';
import {
  answerCover as answer,
  coverCounts,
  ownCovers,
  undoCoverAnswer as undoAnswer,
} from '#server/features/cover/own.ts';
import {
  importTimetable as readTimetableFile,
  readBellFile as readBells,
  changeOwnWishes,
  changeTimetable,
  ownWishes,
  timetablesOf,
} from '#server/features/cover/timetables.ts';
import { coverPlan } from '#server/features/cover/plan.ts';
import { sendCovers as send } from '#server/features/cover/send.ts';
import { changeCoverSettings, coverSettingsOf } from '#server/features/cover/settings.ts';
import { creatingRoute, type Route, route, routeInTx } from '#server/http/route.ts';

/** Cover by colleagues: bells, timetables and rules, the plan of a day, and a teacher's own covers. */
export const coverRoutes: Route[] = [
  route(coverSettings.getCoverSettings, coverSettingsOf),
  route(coverSettings.putCoverSettings, changeCoverSettings),
  route(coverSettings.readBellFile, readBells),
  route(coverSettings.getTimetables, timetablesOf),
  route(coverSettings.putTimetable, changeTimetable),
  routeInTx(coverSettings.importTimetable, readTimetableFile),
  route(coverSettings.getOwnCoverWishes, ownWishes),
  route(coverSettings.putOwnCoverWishes, changeOwnWishes),
  route(cover.getCoverPlan, coverPlan),
  creatingRoute(cover.sendCovers, send),
  routeInTx(cover.cancelCover, cancel),
  route(cover.listOwnCovers, ownCovers),
  routeInTx(cover.answerCover, answer),
  routeInTx(cover.undoCoverAnswer, undoAnswer),
  route(cover.getCoverCounts, coverCounts),
];
