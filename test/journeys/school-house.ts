import type { APIRequestContext, Page } from '@playwright/test';
import { register } from '#contract/accounts.ts';
import { createSchool, updateSchool } from '#contract/schools.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { createVacancy } from '#contract/absences.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { addDays, localDate, localTime } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import type { Caller, FirstBell, Open } from '#test/journeys/fixture.ts';

const password = 'lantern-meadow-42';
// Time zones at most six hours apart around the earth, so it is early morning in one of them.
const zones = [
  'Pacific/Honolulu',
  'America/Chicago',
  'Europe/London',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Pacific/Auckland',
];
let count = 0;

type HouseRole = 'admin' | 'teacher';

/** A school with its signed-in people. Those in `Shown` have a page, the others only make calls. */
export type SchoolHouse<Shown extends HouseRole = never> = {
  id: number;
  name: string;
  timeZone: string;
  /** Returns the school's current date, and dates relative to it. */
  day: (days: number) => string;
  teacher: 'teacher' extends Shown ? Page : Caller;
  admin: APIRequestContext;
  /** The browser of the admin, whose calls `admin` makes. */
  adminPage: 'admin' extends Shown ? Page : Caller;
  /** More approved substitutes, without browsers. */
  addSubstitutes: (names: readonly string[]) => Promise<void>;
  /** Returns an approved substitute. Without a page, they only make calls. */
  substitute: (name: string, page?: Page) => Promise<{ id: number; page: Caller }>;
  post: (day: string, title: string, more?: object) => Promise<{ id: number }>;
  /** The substitute requests the vacancy. */
  ask: (who: { page: Caller }, vacancyId: number, message?: string) => Promise<void>;
  approve: (vacancyId: number, substituteId: number) => Promise<void>;
};

/** Opens a new school for one story. Those in `shown` get a page in their own browser. */
export async function openSchoolHouse<const Shown extends HouseRole = never>(
  open: Open,
  firstBell: FirstBell,
  shown: readonly Shown[],
): Promise<SchoolHouse<Shown>> {
  count += 1;
  const unique = `${process.pid.toString(36)}_${count}`;
  // No school day has begun at this school at any time of the test, so today can still be posted.
  const timeZone = zones.find((zone) => localTime(new Date(), zone) < '07:00') ?? 'UTC';
  const withPage: readonly HouseRole[] = shown;
  const arrive = (role: HouseRole) => (withPage.includes(role) ? open('about:blank') : firstBell.caller());
  const owner = await firstBell.callingOwner();
  const admin = (await arrive('admin')) as SchoolHouse<Shown>['adminPage'];
  const teacher = (await arrive('teacher')) as SchoolHouse<Shown>['teacher'];
  const name = `Larch Hill ${unique}`;
  const school = await call(owner.request, createSchool, {
    body: {
      name,
      address: '1 School Street',
      city: 'Duluth',
      state: 'Minnesota',
      zipCode: '55801',
      phone: '(218) 555-0100',
      timeZone,
    },
  });
  const enter = async (page: Caller, role: 'teacher' | 'substitute' | 'school_admin', fullName: string) => {
    const username = `${fullName.toLowerCase().replaceAll(/[^a-z]/g, '')}_${unique}`;
    return call(page.request, register, {
      body: {
        role,
        username,
        fullName,
        email: `${username}@example.org`,
        schoolId: school.id,
        password,
        confirmPassword: password,
      },
    });
  };
  const accept = (by: Caller, { id }: { id: number }) =>
    call(by.request, updateUser, { params: { id: String(id) }, body: { isApproved: true } });
  await accept(owner, await enter(admin, 'school_admin', 'Carol Whitfield'));
  await accept(admin, await enter(teacher, 'teacher', 'Maya Okafor'));
  const shifts = {
    fullDayStart: '08:00',
    fullDayEnd: '15:00',
    morningStart: '08:00',
    morningEnd: '12:00',
    afternoonStart: '12:30',
    afternoonEnd: '15:00',
  };
  await call(admin.request, updateSchool, {
    params: { id: String(school.id) },
    body: { vacancySettings: { allowFullDay: true, allowMorningShift: true, allowAfternoonShift: true, ...shifts } },
  });
  const today = localDate(new Date(), timeZone);
  return {
    id: school.id,
    name,
    timeZone,
    day: (days) => addDays(today, days),
    teacher,
    admin: admin.request,
    adminPage: admin,
    addSubstitutes: async (names) => {
      for (const [at, fullName] of names.entries()) {
        const username = `extra${at}_${unique}`;
        await call(admin.request, createUser, {
          body: {
            role: 'substitute',
            username,
            fullName,
            password,
            confirmPassword: password,
            qualifications: 'B.A. English',
            preferredSubjects: 'English, Art',
          },
        });
      }
    },
    substitute: async (fullName, given) => {
      const page = given ?? (await firstBell.caller());
      const { id } = await enter(page, 'substitute', fullName);
      await accept(admin, { id });
      return { id, page };
    },
    post: (date, description, more = {}) =>
      call(teacher.request, createVacancy, {
        body: {
          date,
          startTime: '08:00',
          endTime: '15:00',
          shiftType: 'full_day',
          description,
          additionalNotes: 'Plans are on the desk.',
          postAnyway: true,
          ...more,
        },
      }),
    ask: async ({ page }, id, message) => {
      await call(page.request, updateVacancy, {
        params: { id: String(id) },
        body: { status: 'pending_approval', ...(message === undefined ? {} : { additionalNotes: message }) },
      });
    },
    approve: async (id, substituteId) => {
      await call(teacher.request, updateVacancy, {
        params: { id: String(id) },
        body: { status: 'filled', substituteId },
      });
    },
  };
}
