import { assignSubstitute, createVacancies, createVacancy, getVacancy, listVacancies, updateVacancy } from '#contract/vacancies.ts';
import { assignSubstitute as assign } from '#server/features/vacancies/assign-substitute.ts';
import { createVacancies as createSeveral, createVacancy as create } from '#server/features/vacancies/create-vacancy.ts';
import { getVacancy as get } from '#server/features/vacancies/get-vacancy.ts';
import { listVacancies as list } from '#server/features/vacancies/list-vacancies.ts';
import { updateVacancy as update } from '#server/features/vacancies/update-vacancy.ts';
import { creatingRoute, type Route, route } from '#server/http/route.ts';

/** Posting absences, and everything that happens to them. */
export const vacancyRoutes: Route[] = [
  route(listVacancies, list),
  route(getVacancy, get),
  creatingRoute(createVacancy, create),
  creatingRoute(createVacancies, createSeveral),
  route(updateVacancy, update),
  route(assignSubstitute, assign),
];
