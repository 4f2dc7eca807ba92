import type { Page } from '@playwright/test';
import { register } from '#contract/accounts.ts';
import { createSchool } from '#contract/schools.ts';
import { updateUser } from '#contract/users.ts';
import { createVacancy } from '#contract/absences.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { addDays, localDate } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import type { Caller, FirstBell, Open } from '#test/journeys/fixture.ts';

export const castPassword = 'lantern-meadow-42';
const castZone = 'America/Chicago';

/** An absence that a story posts, by default a full day tomorrow. */
type Absence = { title: string; days?: number; start?: string; end?: string; isUrgent?: boolean; bookFirst?: boolean };

export type CastRole = 'admin' | 'teacher' | 'substitute';

/**
 * A new school for one story and its approved people, signed in. Those in `Shown` have a page, the others only make
 * calls.
 */
export type Cast<Shown extends CastRole = never> = {
  school: { id: number; name: string };
  substituteId: number;
  usernames: { teacher: string; substitute: string };
  /** Posts an absence as the teacher. */
  post: (absence: Absence) => Promise<Vacancy>;
} & { [Role in CastRole]: Role extends Shown ? Page : Caller };

/** Returns the date this many days from today, at the cast's school. */
export function dayFromNow(days: number): string {
  return addDays(localDate(new Date(), castZone), days);
}

/** Opens a school with an admin, a teacher and a substitute. Those in `shown` get a page in their own browser. */
export async function openCast<const Shown extends CastRole = never>(
  open: Open,
  firstBell: FirstBell,
  shown: readonly Shown[],
): Promise<Cast<Shown>> {
  const unique = `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
  const withPage: readonly CastRole[] = shown;
  const arrive = <Role extends CastRole>(role: Role) =>
    (withPage.includes(role) ? open('about:blank') : firstBell.caller()) as Promise<Cast<Shown>[Role]>;
  const owner = await firstBell.callingOwner();
  const admin = await arrive('admin');
  const teacher = await arrive('teacher');
  const substitute = await arrive('substitute');
  const school = await addExampleSchool(owner, unique);
  const enter = registerAt(school.id, unique);
  const approve = (by: Caller, id: number) =>
    call(by.request, updateUser, { params: { id: String(id) }, body: { isApproved: true } });
  await approve(owner, (await enter(admin, 'school_admin', 'Beth')).id);
  const teacherUser = await enter(teacher, 'teacher', 'Ruth');
  const substituteUser = await enter(substitute, 'substitute', 'Tom');
  await approve(admin, teacherUser.id);
  await approve(admin, substituteUser.id);
  return {
    school,
    admin,
    teacher,
    substitute,
    substituteId: substituteUser.id,
    usernames: { teacher: teacherUser.username, substitute: substituteUser.username },
    post: ({ title, days = 1, start = '08:00', end = '15:00', isUrgent = false, bookFirst = false }) =>
      call(teacher.request, createVacancy, {
        body: {
          date: dayFromNow(days),
          startTime: start,
          endTime: end,
          shiftType: 'full_day',
          description: title,
          additionalNotes: 'Plans are on the desk.',
          postAnyway: true,
          isUrgent,
          bookFirst,
        },
      }),
  };
}

/** Adds a school with a unique name. */
export function addExampleSchool(owner: Caller, unique: string) {
  return call(owner.request, createSchool, {
    body: {
      name: `Ridgeview ${unique}`,
      address: '1 School Street',
      city: 'Duluth',
      state: 'Minnesota',
      zipCode: '55801',
      phone: '(218) 555-0100',
    },
  });
}

/** Registration data for a school: 'Beth' becomes Beth Example, with `castPassword`. */
export function registerAt(schoolId: number, unique: string) {
  return (page: Caller, role: 'teacher' | 'substitute' | 'school_admin', name: string) =>
    call(page.request, register, {
      body: {
        role,
        username: `${name}_${unique}`,
        fullName: `${name} Example`,
        email: `${name}_${unique}@example.org`,
        schoolId,
        password: castPassword,
        confirmPassword: castPassword,
      },
    });
}
