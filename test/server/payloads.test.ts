import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { register } from '#contract/accounts.ts';
import { createCalendar } from '#contract/calendar.ts';
import { sendMessage } from '#contract/messages.ts';
import { updateSchool } from '#contract/schools.ts';
import { getUser } from '#contract/person.ts';
import { updateUser } from '#contract/users.ts';
import { releaseSubstitute, updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { nameProblem } from '#domain/name.ts';
import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import { sql } from '#server/db/database.ts';
import { renderMail } from '#server/notifications/mail.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { readCalendar } from '#test/rfc5545.ts';
import { crlf, payloads } from '#test/server/payloads.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
let teacherId: number;
let substituteId: number;
let admin: Caller;
let teacher: Caller;
let substitute: Caller;
beforeAll(async () => {
  world = await openWorld();
  oak = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, oak);
  substituteId = await makeSubstitute(world.db, [oak]);
  admin = await world.as(await makeAdmin(world.db, oak));
  teacher = await world.as(teacherId);
  substitute = await world.as(substituteId);
});
afterAll(() => world.close());

const params = (id: number) => ({ id: String(id) });
const day = (n: number) => new Date(Date.UTC(2026, 11, n)).toISOString().slice(0, 10);

describe.each(Object.entries(payloads))('%s', (payload, { text, storable }) => {
  it('is kept in every text of a profile, a school and a vacancy as it was typed, or refused at its field', async () => {
    const person = {
      fullName: text,
      phone: storable ? '(518) 555-0123' : text,
      qualifications: text,
      preferredSubjects: text,
      bio: text,
      gender: text,
      department: text,
      subjects: text,
    };
    const school = { name: text, address: text, city: text, state: text, country: text };
    const owner = await world.as(await makeOwner(world.db));
    if (!storable) {
      for (const [field, value] of Object.entries(person)) {
        const { status, body } = await teacher.try(updateUser, { params: params(teacherId), body: { [field]: value } });
        expect([status, Object.keys(body.fields ?? {})], field).toEqual([400, [field]]);
      }
      for (const [field, value] of Object.entries(school))
        expect((await admin.try(updateSchool, { params: params(oak), body: { [field]: value } })).status, field).toBe(
          400,
        );
      const named = await owner.try(updateSchool, { params: params(oak), body: { district: text } });
      expect([named.status, Object.keys(named.body.fields ?? {})]).toEqual([400, ['district']]);
      const visitor = await world.as(null);
      expect(
        (
          await visitor.try(register, {
            body: {
              username: 'somebody_new',
              password: 'orchard-violin-7',
              confirmPassword: 'orchard-violin-7',
              fullName: text,
              email: 'x@example.org',
              role: 'school_admin',
            },
          })
        ).status,
      ).toBe(400);
      return;
    }
    // Names can't contain invisible and direction-changing characters. Every other text can.
    const fullName = nameProblem(text) === null ? text : 'Noa Levi';
    if (fullName !== text) {
      const { status, body } = await teacher.try(updateUser, {
        params: params(teacherId),
        body: { fullName: text },
      });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['fullName']]);
      expect((await admin.try(updateSchool, { params: params(oak), body: { name: text } })).status).toBe(400);
    }
    const phone = await teacher.try(updateUser, { params: params(teacherId), body: { phone: text.slice(0, 40) } });
    expect([phone.status, Object.keys(phone.body.fields ?? {})]).toEqual([400, ['phone']]);
    const short = { ...person, fullName, gender: text.slice(0, 40) };
    await teacher.call(updateUser, { params: params(teacherId), body: short });
    expect(await teacher.call(getUser, { params: params(teacherId) })).toMatchObject(short);
    await substitute.call(updateUser, { params: params(substituteId), body: { fullName, bio: text } });
    const kept = { ...school, name: fullName };
    expect(await admin.call(updateSchool, { params: params(oak), body: kept })).toMatchObject(kept);
    expect(await owner.call(updateSchool, { params: params(oak), body: { district: fullName } })).toMatchObject({
      district: fullName,
    });
  });

  it('is text in every mail, never markup or a header', async () => {
    if (!storable) return;
    const made = await teacher.call(createVacancy, {
      body: {
        date: day(1),
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: text,
        additionalNotes: `${text}\r\n${crlf}`,
        postAnyway: true,
        sendNotifications: true,
      },
    });
    await substitute.call(updateVacancy, {
      params: params(made.id),
      body: { status: 'pending_approval', additionalNotes: `${made.additionalNotes}\n${text} [Added by substitute]` },
    });
    await teacher.call(updateVacancy, { params: params(made.id), body: { status: 'filled', substituteId } });
    await admin.call(sendMessage, {
      body: { subject: text, message: `${text}\r\n${crlf}`, recipients: [substituteId] },
    });
    await teacher.call(releaseSubstitute, { params: params(made.id), body: { reason: text } });
    const notices = await world.db.query<{ kind: NoticeKind; facts: NoticeFacts[NoticeKind] }>(
      sql`select kind, facts from notices`,
    );
    expect(new Set(notices.map(({ kind }) => kind)).size).toBeGreaterThan(4);
    for (const { kind, facts } of notices) {
      const { subject, html } = renderMail(kind, facts, {
        open: 'https://first.example/go/x',
        isOneTap: true,
        stop: null,
      });
      expect(subject, kind).not.toMatch(/[\r\n\u0000\u202A-\u202E]/);
      // Every tag is the email's own.
      const tags = new Set([...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag?.toLowerCase()));
      expect(
        [...tags].filter(
          (tag) =>
            !['!doctype', 'html', 'head', 'meta', 'title', 'style', 'body', 'div', 'h1', 'p', 'br', 'a'].includes(
              tag ?? '',
            ),
        ),
        kind,
      ).toEqual([]);
      expect(html, kind).not.toMatch(/<[^>]*\son[a-z]+=/i);
    }
  });

  it('is text in every exported table, never a formula', async () => {
    if (!storable) return;
    for (const path of [
      '/api/users/export.csv?role=teacher',
      '/api/users/export.csv?role=substitute',
      '/api/reports/vacancies.csv?month=2026-12',
      '/api/reports/teachers.csv?month=2026-12',
    ]) {
      const response = await fetch(`${world.url}${path}`, { headers: { cookie: admin.cookie ?? '' } });
      const rows: string[][] = parse(await response.text(), { bom: true });
      expect(new Set(rows.map((row) => row.length)).size, 'no cell breaks out of its row').toBe(1);
      for (const cell of rows.flat()) expect(cell, path).not.toMatch(/^[\s"]*[=+\-@]/);
    }
  });

  it('is text in the calendar, which stays valid', async () => {
    if (!storable) return;
    const made = await teacher.call(createVacancy, {
      body: {
        date: day(2 + Object.keys(payloads).indexOf(payload)),
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: text,
        additionalNotes: `${text}\n${crlf}`,
      },
    });
    await admin.call(assignSubstitute, { params: params(made.id), body: { substituteId } });
    const { url } = await substitute.call(createCalendar);
    const response = await fetch(`${world.url}${new URL(url).pathname}`);
    const calendar = readCalendar(new Uint8Array(await response.arrayBuffer()));
    expect(new Set(calendar.components.map(({ name }) => name))).toEqual(new Set(['VEVENT']));
  });
});

describe('replies with personal data', () => {
  it('are not cached', async () => {
    const owner = await world.as(await makeOwner(world.db));
    const paths: [Caller, string][] = [
      [teacher, '/api/user'],
      [teacher, '/api/user/sessions'],
      [teacher, '/api/user/second-factor'],
      [teacher, `/api/users/${teacherId}`],
      [teacher, '/api/users'],
      [teacher, '/api/vacancies'],
      [teacher, '/api/notices'],
      [teacher, '/api/badges'],
      [substitute, '/api/availability'],
      [substitute, '/api/user/calendar'],
      [admin, '/api/users'],
      [admin, '/api/audit'],
      [admin, '/api/reports/vacancies'],
      [admin, '/api/reports/vacancies.csv'],
      [admin, '/api/users/export.csv'],
      [admin, '/api/messages'],
      [owner, '/api/users'],
      [owner, '/api/outbox'],
      [owner, '/api/overview'],
    ];
    for (const [who, path] of paths) {
      const response = await fetch(`${world.url}${path}`, { headers: { cookie: who.cookie ?? '' } });
      await response.body?.cancel();
      expect([
        path,
        response.status,
        response.headers.get('cache-control'),
        response.headers.get('x-content-type-options'),
      ]).toEqual([path, 200, 'no-store', 'nosniff']);
    }
  });
});
