import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveTopic, liveTopics } from '#domain/live.ts';
import { type Sql, sql } from '#server/db/database.ts';
import { type Events, openEvents } from '#test/events.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorld, type World } from '#test/world.ts';

/** Everyone who might receive an event, at one school and elsewhere. */
const names = [
  'teacher',
  'colleague',
  'unapproved_teacher',
  'admin',
  'substitute',
  'requester',
  'unapproved_substitute',
  'rejected_substitute',
  'former_substitute',
  'other_teacher',
  'other_admin',
  'other_substitute',
  'free_admin',
  'owner',
  'plain_overall_admin',
] as const;
type Name = (typeof names)[number];

let world: World;
let school: number;
let otherSchool: number;
let id: Record<Name, number>;
let streams: Record<Name, Events>;
let vacancy: number;

beforeAll(async () => {
  world = await openWorld();
  const { db } = world;
  school = (await makeSchool(db)).id;
  otherSchool = (await makeSchool(db)).id;
  const plain = await makeOwner(db);
  await db.execute(sql`update users set is_platform_owner = false where id = ${plain}`);
  id = {
    teacher: await makeTeacher(db, school),
    colleague: await makeTeacher(db, school),
    unapproved_teacher: await makeTeacher(db, school, { isApproved: false }),
    admin: await makeAdmin(db, school),
    substitute: await makeSubstitute(db, [school]),
    requester: await makeSubstitute(db, [school]),
    unapproved_substitute: await makeSubstitute(db, [school], { isApproved: false }),
    rejected_substitute: await makeSubstitute(db, [school]),
    former_substitute: await makeSubstitute(db, [school]),
    other_teacher: await makeTeacher(db, otherSchool),
    other_admin: await makeAdmin(db, otherSchool),
    other_substitute: await makeSubstitute(db, [otherSchool]),
    free_admin: await makeAdmin(db, null),
    owner: await makeOwner(db),
    plain_overall_admin: plain,
  };
  await db.execute(
    sql`update substitute_schools set approved_at = null, rejected_at = now()
        where substitute_id = ${id.rejected_substitute}`,
  );
  await db.execute(
    sql`update substitute_schools set is_selected = false where substitute_id = ${id.former_substitute}`,
  );
  vacancy = await makeVacancy(db, { schoolId: school, teacherId: id.teacher, date: '2026-12-03' });
  const opened = await Promise.all(
    names.map(async (name) => [name, await openEvents(world.url, (await world.as(id[name])).cookie)] as const),
  );
  streams = Object.fromEntries(opened) as Record<Name, Events>;
  // Their sign-in is announced, too. This event arrives after it.
  await world.db.query(
    sql`select announce(${names.map((name) => `person:${id[name]}`)}::text[], 'availability', 1000000)`,
  );
  await Promise.all(names.map((name) => streams[name].wait('changed', 'availability', 1_000_000)));
});
afterAll(async () => {
  for (const stream of Object.values(streams)) stream.close();
  await world.close();
});

type Case = { topic: LiveTopic | 'ended'; what: string; cause: () => Sql; heard: Partial<Record<Name, LiveTopic[]>> };
const heardBy = (topic: LiveTopic, ...who: Name[]): Partial<Record<Name, LiveTopic[]>> =>
  Object.fromEntries(who.map((name) => [name, [topic]]));

/** Every kind of event, and the complete list of its recipients. */
const cases: Case[] = [
  {
    topic: 'vacancies',
    what: 'a vacancy is posted',
    cause: () => sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at,
          ends_at, shift_type, description, absence_reason, additional_notes, created_at, updated_at)
      select school_id, teacher_id, created_by_id, '2026-12-04', start_time, end_time, starts_at, ends_at, shift_type,
        description, absence_reason, additional_notes, created_at, updated_at from vacancies where id = ${vacancy}`,
    heard: heardBy('vacancies', 'teacher', 'admin', 'substitute', 'requester'),
  },
  {
    topic: 'vacancies',
    what: 'an open vacancy is requested: it is no longer available',
    cause: () =>
      sql`update vacancies set status = 'pending_approval', requested_by_id = ${id.requester}, requested_at = now()
          where id = ${vacancy}`,
    heard: heardBy('vacancies', 'teacher', 'admin', 'substitute', 'requester'),
  },
  {
    topic: 'vacancies',
    what: 'a request is approved: only the people involved',
    cause: () => sql`update vacancies set status = 'filled', substitute_id = ${id.requester} where id = ${vacancy}`,
    heard: heardBy('vacancies', 'teacher', 'admin', 'requester'),
  },
  {
    topic: 'vacancies',
    what: 'lesson plans of a filled vacancy change',
    cause: () => sql`update vacancies set google_doc_link = 'https://docs.example.org/plans' where id = ${vacancy}`,
    heard: heardBy('vacancies', 'teacher', 'admin', 'requester'),
  },
  {
    topic: 'vacancies',
    what: 'the front office records who came',
    cause: () =>
      sql`insert into attendance (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id,
          recorded_at) values (${vacancy}, ${id.requester}, ${school}, 'no_show', 'office', ${id.admin}, now())`,
    heard: heardBy('vacancies', 'teacher', 'admin', 'requester'),
  },
  {
    topic: 'vacancies',
    what: 'its teacher gives feedback',
    cause: () =>
      sql`insert into feedback (vacancy_id, substitute_id, author, author_id, school_id, again, first_at, said_at)
          values (${vacancy}, ${id.requester}, 'teacher', ${id.teacher}, ${school}, true, now(), now())`,
    heard: heardBy('vacancies', 'teacher', 'admin', 'requester'),
  },
  {
    topic: 'vacancies',
    what: 'a write changes nothing',
    cause: () => sql`update vacancies set may_need_changes = may_need_changes where id = ${vacancy}`,
    heard: {},
  },
  {
    topic: 'vacancies',
    what: 'an assignment is released: offered again, and the substitute is notified',
    cause: () =>
      sql`update vacancies set status = 'open', substitute_id = null, requested_by_id = null, requested_at = null
          where id = ${vacancy}`,
    heard: heardBy('vacancies', 'teacher', 'admin', 'substitute', 'requester'),
  },
  {
    topic: 'vacancies',
    what: 'a substitute declines',
    cause: () =>
      sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at)
          values (${vacancy}, ${id.substitute}, now())`,
    heard: { ...heardBy('vacancies', 'substitute'), ...heardBy('offers', 'admin', 'teacher') },
  },
  {
    topic: 'vacancies',
    what: 'a substitute says why they declined',
    cause: () =>
      sql`update vacancy_declines set reason = 'too_far'
          where vacancy_id = ${vacancy} and substitute_id = ${id.substitute}`,
    heard: heardBy('vacancies', 'teacher', 'admin', 'substitute'),
  },
  {
    topic: 'vacancies',
    what: 'a vacancy is deleted',
    cause: () => sql`update vacancies set deleted_at = now() where id = ${vacancy}`,
    heard: heardBy('vacancies', 'teacher', 'admin', 'substitute', 'requester'),
  },
  {
    topic: 'vacancies',
    what: 'its offers go out in waves',
    cause: () =>
      sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, began_at)
          values (${vacancy}, ${school}, true, false, now())`,
    heard: heardBy('vacancies', 'teacher', 'admin'),
  },
  {
    topic: 'notices',
    what: 'an offer waits for its turn to be sent',
    cause: () =>
      sql`with offer as (insert into notices (cause, kind, recipient_id, vacancy_id, facts, created_at)
          values ('offer', 'vacancy_posted', ${id.requester}, ${vacancy}, '{}', now()) returning id)
        insert into deliveries (notice_id, channel, recipient_id, school_id, status, next_attempt_at, created_at)
          select id, 'email', ${id.requester}, ${school}, 'queued', now(), now() from offer`,
    heard: heardBy('notices', 'requester'),
  },
  {
    topic: 'vacancies',
    what: 'an offer could not be sent for now',
    cause: () => sql`update deliveries set reason = 'Try again later' where recipient_id = ${id.requester}`,
    heard: heardBy('vacancies', 'teacher', 'admin'),
  },
  {
    topic: 'vacancies',
    what: 'an offer fails again',
    cause: () => sql`update deliveries set reason = 'Busy' where recipient_id = ${id.requester}`,
    heard: {},
  },
  {
    topic: 'vacancies',
    what: 'an offer is sent after all',
    cause: () => sql`update deliveries set status = 'sent', reason = null where recipient_id = ${id.requester}`,
    heard: heardBy('vacancies', 'teacher', 'admin'),
  },
  {
    topic: 'notices',
    what: 'two people get a notification',
    cause: () =>
      sql`insert into notices (cause, kind, recipient_id, facts, created_at)
          select 'test', 'account_approved', r, '{}', now()
          from unnest(${[id.substitute, id.other_teacher]}::bigint[]) r`,
    heard: heardBy('notices', 'substitute', 'other_teacher'),
  },
  {
    topic: 'notices',
    what: 'a person reads a notification',
    cause: () => sql`update notices set read_at = now() where recipient_id = ${id.substitute}`,
    heard: heardBy('notices', 'substitute'),
  },
  {
    topic: 'people',
    what: 'a substitute applies at the school',
    cause: () => sql`update substitute_schools set is_selected = true where substitute_id = ${id.former_substitute}`,
    heard: { ...heardBy('people', 'admin', 'colleague', 'teacher'), former_substitute: ['session'] },
  },
  {
    topic: 'people',
    what: 'an unapproved substitute changes their profile: no teacher sees them',
    cause: () => sql`update users set bio = 'Twelve years of choir.' where id = ${id.unapproved_substitute}`,
    heard: { ...heardBy('people', 'admin'), unapproved_substitute: ['session'] },
  },
  {
    topic: 'people',
    what: 'a substitute of another school changes their profile',
    cause: () => sql`update users set bio = 'Chess.' where id = ${id.other_substitute}`,
    heard: { ...heardBy('people', 'other_admin', 'other_teacher'), other_substitute: ['session'] },
  },
  {
    topic: 'people',
    what: 'a school decides about a substitute',
    cause: () =>
      sql`update substitute_schools set approved_at = null, rejected_at = now()
          where substitute_id = ${id.former_substitute}`,
    heard: { ...heardBy('people', 'admin', 'colleague', 'teacher'), former_substitute: ['session'] },
  },
  {
    topic: 'people',
    what: 'a teacher registers',
    cause: () =>
      sql`insert into users (username, password_hash, role, full_name, school_id, created_at)
          values ('live_new_teacher', 'x', 'teacher', 'New Teacher', ${school}, now())`,
    heard: heardBy('people', 'admin'),
  },
  {
    topic: 'people',
    what: 'a school admin registers',
    cause: () =>
      sql`insert into users (username, password_hash, role, full_name, created_at)
          values ('live_new_admin', 'x', 'school_admin', 'New Admin', now())`,
    heard: heardBy('people', 'owner'),
  },
  {
    topic: 'people',
    what: 'a sign-in fails',
    cause: () => sql`update users set failed_sign_ins = failed_sign_ins + 1 where id = ${id.teacher}`,
    heard: {},
  },
  {
    topic: 'session',
    what: 'a teacher is approved',
    cause: () => sql`update users set is_approved = true where id = ${id.unapproved_teacher}`,
    heard: { ...heardBy('people', 'admin'), unapproved_teacher: ['session'] },
  },
  {
    topic: 'schools',
    what: 'a school is renamed',
    cause: () => sql`update schools set name = 'Renamed' where id = ${otherSchool}`,
    heard: {
      ...heardBy('schools', 'owner'),
      ...heardBy('session', 'other_teacher', 'other_admin', 'other_substitute'),
    },
  },
  {
    topic: 'schools',
    what: 'a school is added',
    cause: () =>
      sql`insert into schools (name, address, time_zone, vacancy_settings, created_at)
          values ('Added', '1 School Street', 'America/New_York', '{}', now())`,
    heard: heardBy('schools', 'owner'),
  },
  {
    topic: 'offers',
    what: 'a substitute sees a class for the first time',
    cause: () =>
      sql`insert into vacancy_history (vacancy_id, school_id, kind, at, substitute_id)
          values (${vacancy}, ${school}, 'seen', now(), ${id.substitute})`,
    heard: heardBy('offers', 'admin', 'teacher'),
  },
  {
    topic: 'messages',
    what: 'a teacher sends a message',
    cause: () =>
      sql`insert into messages (school_id, sender_id, subject, body, recipient_ids, created_at)
          values (${school}, ${id.teacher}, 'Hello', 'Thank you', '{}', now())`,
    heard: heardBy('messages', 'teacher'),
  },
  {
    topic: 'availability',
    what: 'a substitute marks a date',
    cause: () =>
      sql`insert into availability_dates (substitute_id, date, status)
          values (${id.substitute}, '2026-12-24', 'unavailable')`,
    heard: heardBy('availability', 'substitute'),
  },
  {
    topic: 'people',
    what: 'a teacher asks to exclude a substitute, who gets no sign of it',
    cause: () =>
      sql`insert into exclusions (school_id, teacher_id, substitute_id, reason, asked_at)
          values (${school}, ${id.teacher}, ${id.substitute}, 'Left early', now())`,
    heard: heardBy('people', 'teacher', 'admin'),
  },
  {
    topic: 'people',
    what: 'an administrator approves it',
    cause: () => sql`update exclusions set approved_at = now() where substitute_id = ${id.substitute}`,
    heard: { ...heardBy('people', 'teacher', 'admin'), ...heardBy('availability', 'substitute') },
  },
  {
    topic: 'people',
    what: 'it ends',
    cause: () => sql`delete from exclusions where substitute_id = ${id.substitute}`,
    heard: { ...heardBy('people', 'teacher', 'admin'), ...heardBy('availability', 'substitute') },
  },
  {
    topic: 'hours',
    what: 'a substitute answers for their own hours',
    cause: () =>
      sql`insert into worked_days (school_id, vacancy_id, substitute_id, date, answer, answered_at)
          select school_id, id, ${id.substitute}, date, 'confirmed', now() from vacancies where id = ${vacancy}`,
    heard: heardBy('hours', 'admin', 'substitute'),
  },
  {
    topic: 'hours',
    what: 'how a school pays changes',
    cause: () =>
      sql`insert into pay_settings (school_id, settings, export, changed_at) values (${school}, '{}', '{}', now())`,
    heard: heardBy('hours', 'admin'),
  },
  {
    topic: 'cover',
    what: 'a colleague is asked to cover',
    cause: () => sql`with period as (insert into cover_periods
          (vacancy_id, period, school_id, date, start_time, end_time, starts_at, ends_at, title)
        select id, '1', school_id, date, start_time, end_time, starts_at, ends_at, 'Algebra' from vacancies
          where id = ${vacancy} returning *)
      insert into covers (vacancy_id, period, school_id, colleague_id, date, start_time, end_time, starts_at, ends_at,
        kind, place, state, asked_at, asked_by_id)
        select vacancy_id, period, school_id, ${id.colleague}, date, start_time, end_time, starts_at, ends_at, 'period',
          'here', 'asked', now(), ${id.admin} from period`,
    heard: heardBy('cover', 'teacher', 'colleague', 'admin'),
  },
  {
    topic: 'cover',
    what: 'a teacher says when to ask them',
    cause: () => sql`insert into cover_wishes (teacher_id, consent) values (${id.colleague}, 'never')`,
    heard: heardBy('cover', 'colleague'),
  },
  {
    topic: 'cover',
    what: 'the rules for cover change',
    cause: () =>
      sql`insert into cover_settings (school_id, bell, rules, changed_at) values (${school}, '{}', '{}', now())`,
    heard: heardBy('cover', 'admin'),
  },
  {
    topic: 'sign_ins',
    what: 'a person signs in on another device',
    cause: () =>
      sql`insert into sessions (token_hash, user_id, created_at, last_seen_at)
          values ('another device', ${id.admin}, now(), now())`,
    heard: heardBy('sign_ins', 'admin'),
  },
  {
    topic: 'ended',
    what: 'the session on another device ends',
    cause: () => sql`delete from sessions where token_hash = 'another device'`,
    heard: heardBy('sign_ins', 'admin'),
  },
];

describe('audiences of events', () => {
  let fence = 0;

  it.each(cases)('$topic: $what', async ({ cause, heard }) => {
    const from = Object.fromEntries(names.map((name) => [name, streams[name].heard.length])) as Record<Name, number>;
    await world.db.execute(cause());
    const since = (name: Name) =>
      streams[name].heard
        .slice(from[name])
        .filter(({ data }) => (data.id ?? 0) < 1_000_000)
        .map(({ data }) => data.topic);
    await until(
      () => names.every((name) => (heard[name] ?? []).every((topic) => since(name).includes(topic))),
      5000,
    ).catch(() => {});
    // Events arrive in order, so a stream that received the fence would have received the event.
    fence += 1;
    await world.db.query(
      sql`select announce(${names.map((name) => `person:${id[name]}`)}::text[], 'availability', ${1_000_000 + fence})`,
    );
    await Promise.all(names.map((name) => streams[name].wait('changed', 'availability', 1_000_000 + fence)));
    expect(
      Object.fromEntries(names.map((name) => [name, since(name)] as const).filter(([, topics]) => topics.length > 0)),
    ).toEqual(heard);
  });

  it('every topic has a case', () => {
    const tested = new Set(cases.map(({ topic }) => topic));
    expect(liveTopics.filter((topic) => topic !== 'everything' && !tested.has(topic))).toEqual([]);
  });

  it('an event contains only a topic, and the id of a vacancy', () => {
    const said = names.flatMap((name) => streams[name].heard.filter(({ name: kind }) => kind === 'changed'));
    expect(said.length).toBeGreaterThan(40);
    for (const { data } of said) {
      expect(Object.keys(data).filter((key) => key !== 'topic' && key !== 'id')).toEqual([]);
      expect(data.id === undefined || ['vacancies', 'offers', 'availability'].includes(data.topic ?? '')).toBe(true);
    }
  });

  it('an announcement for an audience without members reaches no one', async () => {
    await world.db.query(
      sql`select announce(array['everybody', '*', 'person:', 'school:1', 'admins', ''], 'vacancies', 999999)`,
    );
    await world.db.query(sql`select announce(array[${`person:${id.owner}`}], 'availability', 2000000)`);
    await streams.owner.wait('changed', 'availability', 2_000_000);
    expect(names.filter((name) => streams[name].heard.some(({ data }) => data.id === 999_999))).toEqual([]);
  });
});
