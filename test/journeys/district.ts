import sharp from 'sharp';
import { createVacancy } from '#contract/absences.ts';
import { createCalendar } from '#contract/calendar.ts';
import { updateUser } from '#contract/users.ts';
import { declineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { addDays } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { addExampleSchool, registerAt } from '#test/journeys/cast.ts';
import type { Caller, FirstBell } from '#test/journeys/fixture.ts';

/** A school with people of every role and vacancies in every state. Stories only look at it. */
export type District = {
  people: Record<'owner' | 'admin' | 'teacher' | 'substitute', Caller>;
  ids: Record<'open' | 'asked' | 'covered' | 'assigned', number>;
  tomorrow: string;
};

/** Opens the district in a running FirstBell. */
export async function openDistrict({ caller, callingOwner }: FirstBell): Promise<District> {
  const people = {
    owner: await callingOwner(),
    admin: await caller(),
    teacher: await caller(),
    substitute: await caller(),
  };
  const unique = Date.now().toString(36);
  const school = await addExampleSchool(people.owner, unique);
  const registerIn = registerAt(school.id, unique);
  const approve = (by: Caller, { id }: { id: number }) =>
    call(by.request, updateUser, { params: { id: String(id) }, body: { isApproved: true } });
  await approve(people.owner, await registerIn(people.admin, 'school_admin', 'Beth'));
  const teacher = await registerIn(people.teacher, 'teacher', 'Ruth');
  await approve(people.admin, teacher);
  const substitute = await registerIn(people.substitute, 'substitute', 'Tom');
  await approve(people.admin, substitute);
  for (const [role, name] of [
    ['teacher', 'Ingrid'],
    ['substitute', 'Grace'],
    ['school_admin', 'Andre'],
  ] as const)
    await registerIn(await caller(), role, name);

  const day = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
  const post = (days: number, title: string, isUrgent = false) =>
    call(people.teacher.request, createVacancy, {
      body: {
        date: day(days),
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: title,
        additionalNotes: 'Plans are on the desk.',
        postAnyway: true,
        isUrgent,
      },
    });
  const ask = (id: number) =>
    call(people.substitute.request, updateVacancy, {
      params: { id: String(id) },
      body: { status: 'pending_approval' },
    });
  const { id: open } = await post(2, 'Open room');
  await post(2, 'Urgent room', true);
  await call(people.substitute.request, declineVacancy, {
    params: { id: String((await post(2, 'Declined room')).id) },
  });
  const { id: asked } = await post(3, 'Asked room');
  await ask(asked);
  const covered = await post(4, 'Covered room');
  await ask(covered.id);
  await call(people.teacher.request, updateVacancy, {
    params: { id: String(covered.id) },
    body: { status: 'filled', substituteId: substitute.id },
  });
  const { id: assigned } = await post(5, 'Assigned room');
  await call(people.admin.request, assignSubstitute, {
    params: { id: String(assigned) },
    body: { substituteId: substitute.id },
  });
  await call(people.substitute.request, createCalendar);
  for (const [who, { id }] of [
    ['teacher', teacher],
    ['substitute', substitute],
  ] as const) {
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3b66db' } })
      .png()
      .toBuffer();
    await people[who].request.patch(`/api/users/${id}`, {
      multipart: {
        data: JSON.stringify({ qualifications: 'B.A. English' }),
        profileImage: { name: 'me.png', mimeType: 'image/png', buffer },
      },
    });
  }
  return { people, ids: { open, asked, covered: covered.id, assigned }, tomorrow: day(1) };
}
