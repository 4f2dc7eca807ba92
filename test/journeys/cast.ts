import type { Page } from '@playwright/test';
import { login, register } from '#contract/accounts.ts';
import { createSchool } from '#contract/schools.ts';
import { updateUser } from '#contract/users.ts';
import { createVacancy } from '#contract/absences.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { addDays, localDate } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import type { FirstBell, Open } from '#test/journeys/fixture.ts';

export const castPassword = 'lantern-meadow-42';
const castZone = 'America/Chicago';

/** An absence as a story posts it; a full day tomorrow unless said otherwise. */
type Absence = { title: string; days?: number; start?: string; end?: string; isUrgent?: boolean };

/** A school of a story's own and its approved people, each at a machine of their own, signed in. */
export type Cast = {
  school: { id: number; name: string };
  admin: Page;
  teacher: Page;
  substitute: Page;
  substituteId: number;
  usernames: { teacher: string; substitute: string };
  /** Posts an absence as the teacher. */
  post: (absence: Absence) => Promise<Vacancy>;
};

/** The date so many days from today, at the cast's school. */
export function dayFromNow(days: number): string {
  return addDays(localDate(new Date(), castZone), days);
}

/** Opens a school with an admin, a teacher and a substitute. */
export async function openCast(open: Open, { owner }: FirstBell): Promise<Cast> {
  const unique = `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
  const [ownerPage, admin, teacher, substitute] = [
    await open('about:blank'),
    await open('about:blank'),
    await open('about:blank'),
    await open('about:blank'),
  ];
  await call(ownerPage.request, login, { body: owner });
  const school = await call(ownerPage.request, createSchool, {
    body: {
      name: `Ridgeview ${unique}`,
      address: '1 School Street',
      city: 'Duluth',
      state: 'Minnesota',
      zipCode: '55801',
      phone: '(218) 555-0100',
    },
  });
  const enter = (page: Page, role: 'teacher' | 'substitute' | 'school_admin', name: string) =>
    call(page.request, register, {
      body: {
        role,
        username: `${name}_${unique}`,
        fullName: `${name} Example`,
        email: `${name}_${unique}@example.org`,
        schoolId: school.id,
        password: castPassword,
        confirmPassword: castPassword,
      },
    });
  const approve = (by: Page, id: number) =>
    call(by.request, updateUser, { params: { id: String(id) }, body: { isApproved: true } });
  await approve(ownerPage, (await enter(admin, 'school_admin', 'Beth')).id);
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
    post: ({ title, days = 1, start = '08:00', end = '15:00', isUrgent = false }) =>
      call(teacher.request, createVacancy, {
        body: {
          date: dayFromNow(days),
          startTime: start,
          endTime: end,
          shiftType: 'full_day',
          description: title,
          additionalNotes: 'Plans are on the desk.',
          isUrgent,
        },
      }),
  };
}
