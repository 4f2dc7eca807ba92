// The schools that the gallery adds to the demo district: a new one, and one whose names are long or right-to-left.
import type { APIRequestContext, Browser } from '@playwright/test';
import { createVacancy } from '#contract/absences.ts';
import { register } from '#contract/accounts.ts';
import { createSchool } from '#contract/schools.ts';
import { updateUser } from '#contract/users.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { addDays, localDate } from '#domain/time.ts';
import { demoPassword } from '#server/demo/sign-ins.ts';
import { call } from '#test/journeys/calls.ts';
import type { Segment } from './gallery-scenes.ts';

/** The users of the pictures: people of the demo, of the new school, and of the school with long names. */
export const users: Record<'demo' | 'fresh' | 'long', Record<Segment, string>> = {
  demo: { teacher: 'teacher', substitute: 'substitute', 'school-admin': 'admin', 'overall-admin': 'owner' },
  fresh: {
    teacher: 'new_teacher',
    substitute: 'new_substitute',
    'school-admin': 'new_admin',
    'overall-admin': 'owner',
  },
  long: {
    teacher: 'long_teacher',
    substitute: 'long_substitute',
    'school-admin': 'long_admin',
    'overall-admin': 'owner',
  },
};

type Registered = 'teacher' | 'substitute' | 'school_admin';

/** Returns a registered, signed-in person, approved by `by`. */
async function enter(
  browser: Browser,
  url: string,
  by: APIRequestContext,
  person: { role: Registered; username: string; fullName: string; schoolId: number },
): Promise<{ id: number; request: APIRequestContext }> {
  const { request } = await browser.newContext({ baseURL: url });
  const { id } = await call(request, register, {
    body: { ...person, email: `${person.username}@example.org`, password: demoPassword, confirmPassword: demoPassword },
  });
  await call(by, updateUser, { params: { id: String(id) }, body: { isApproved: true } });
  return { id, request };
}

/** Returns a new school with one person per role and no data yet. */
export async function openFreshSchool(browser: Browser, url: string, owner: APIRequestContext): Promise<void> {
  const school = await call(owner, createSchool, {
    body: {
      name: 'Quiet Lake School',
      address: '1 Lake Road',
      city: 'Duluth',
      state: 'Minnesota',
      zipCode: '55801',
      phone: '(218) 555-0100',
    },
  });
  const person = { fullName: 'Quinn Adler', schoolId: school.id };
  const { request: admin } = await enter(browser, url, owner, {
    ...person,
    role: 'school_admin',
    username: users.fresh['school-admin'],
  });
  await enter(browser, url, admin, { ...person, role: 'teacher', username: users.fresh.teacher });
  await enter(browser, url, admin, { ...person, role: 'substitute', username: users.fresh.substitute });
}

/** Returns a school with one of everything, with very long names and titles. */
export async function openLongSchool(browser: Browser, url: string, owner: APIRequestContext): Promise<void> {
  const school = await call(owner, createSchool, {
    body: {
      name: 'Donaudampfschifffahrtsgesellschaftskapitäns-Gedächtnisgesamtschule Klosterneuburg-Weidling',
      address: '1234½ Rechtsschutzversicherungsgesellschaftenallee',
      city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      state: 'Massachusetts',
      zipCode: '01234',
      phone: '(413) 555-0100',
    },
  });
  const at = { schoolId: school.id };
  const { request: admin } = await enter(browser, url, owner, {
    ...at,
    role: 'school_admin',
    username: users.long['school-admin'],
    fullName: 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff Senior',
  });
  const { request: teacher } = await enter(browser, url, admin, {
    ...at,
    role: 'teacher',
    username: users.long.teacher,
    fullName: 'Maria-Magdalena Freifrau von Rindfleischetikettierungsüberwachung',
  });
  const { id, request: substitute } = await enter(browser, url, admin, {
    ...at,
    role: 'substitute',
    username: users.long.substitute,
    fullName: 'محمد عبد الرحمن بن عبد العزيز الأنصاري',
  });
  const { request: waiting } = await browser.newContext({ baseURL: url });
  for (const [role, username, fullName] of [
    ['teacher', 'waiting_teacher_of_long_username', 'אברהם־יצחק בן־ציון הלוי רוזנבלום'],
    ['substitute', 'waiting_substitute', 'Nguyễn Phúc Bảo Ngọc Hoàng-Abernathy-Featherstonehaugh'],
  ] as const) {
    await call(waiting, register, {
      body: {
        ...at,
        role,
        username,
        fullName,
        email: `${username}.with.a.very.long.address@subdomain.of-a-school-district.example.org`,
        password: demoPassword,
        confirmPassword: demoPassword,
      },
    });
  }
  const today = localDate(new Date(), 'America/New_York');
  const post = (days: number, description: string, isUrgent = false) =>
    call(teacher, createVacancy, {
      body: {
        date: addDays(today, days),
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description,
        additionalNotes:
          'Kraftfahrzeughaftpflichtversicherungsunterlagen liegen im Lehrerzimmer.\nhttps://docs.example.org/a/very/long/address/that/no/line/of/a/phone/can/hold/without/breaking/it',
        isUrgent,
      },
    });
  await post(1, 'Mathematik-Leistungskurs: Differentialgleichungssysteme (Doppelstunde)', true);
  const asked = await post(2, 'الرياضيات للصف الثاني، غرفة ١٢');
  const covered = await post(3, 'Grade 2');
  for (const vacancy of [asked, covered])
    await call(substitute, updateVacancy, {
      params: { id: String(vacancy.id) },
      body: { status: 'pending_approval', additionalNotes: 'أستطيع الحضور قبل الثامنة.' },
    });
  await call(teacher, updateVacancy, {
    params: { id: String(covered.id) },
    body: { status: 'filled', substituteId: id },
  });
}
