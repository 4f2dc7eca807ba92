import { exportSchool, listSchoolDeletions } from '#contract/school-deletion.ts';
import { listDistricts, updateDistrict } from '#contract/districts.ts';
import * as schools from '#contract/schools.ts';
import { addSchool } from '#server/features/schools/create-school.ts';
import { removeSchool, schoolDeletions } from '#server/features/schools/delete-school.ts';
import { exportOfSchool } from '#server/features/schools/export-school.ts';
import { changeDistrict, districtsByName } from '#server/features/schools/districts.ts';
import { schoolsByName } from '#server/features/schools/list-schools.ts';
import { serveImage } from '#server/features/schools/serve-image.ts';
import { visibleSchool } from '#server/features/schools/queries.ts';
import { schoolReply } from '#server/features/schools/reply.ts';
import { changeSchool } from '#server/features/schools/update-school.ts';
import { found } from '#server/core/refused.ts';
import { creatingRoute, type Route, route } from '#server/http/route.ts';

/** Schools: the picker, their information and settings, and the platform owner's commands. */
export const schoolRoutes: Route[] = [
  route(schools.listSchools, schoolsByName),
  route(schools.getSchool, async ({ db, actor, params }) => {
    const school = found(await visibleSchool(db, actor, params.id), 'school');
    return schoolReply(school, actor);
  }),
  creatingRoute(schools.createSchool, addSchool),
  route(schools.updateSchool, changeSchool),
  route(schools.deleteSchool, removeSchool),
  route(listSchoolDeletions, schoolDeletions),
  route(exportSchool, exportOfSchool),
  route(listDistricts, districtsByName),
  route(updateDistrict, changeDistrict),
  route(schools.getSchoolLogo, (call) => serveImage(call, 'logo')),
  route(schools.getSchoolBanner, (call) => serveImage(call, 'banner')),
];
