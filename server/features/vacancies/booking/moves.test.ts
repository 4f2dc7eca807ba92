import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import {
  cannotCome,
  confirmAssignment,
  declineVacancy,
  releaseSubstitute,
  undeclineVacancy,
  updateVacancy,
  withdrawRequest,
} from '#contract/vacancy-moves.ts';
import { assignSubstitute, correctVacancy, deleteVacancy, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ SMTP_URL: 'smtp://localhost:2525' });
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const request = { status: 'pending_approval' as const };
const at = (instant: string) => {
  stage.world.time.now = new Date(instant);
};

describe('withdrawing', () => {
  it('withdraws one’s own request and notifies the teacher', async () => {
    const { id, params } = await stage.vacancy({ status: 'pending_approval', requestedById: stage.ids.ann });
    const answer = await stage.ann.call(withdrawRequest, { params });
    expect(answer).toMatchObject({ status: 'open', requestedById: null, can: ['request', 'decline'] });
    expect([await stage.told(id), await stage.history(id)]).toEqual([
      [['request_withdrawn', stage.ids.teacher]],
      ['withdrawn'],
    ]);
  });

  it("cannot withdraw another person's request, or an assignment", async () => {
    const pending = await stage.vacancy({ status: 'pending_approval', requestedById: stage.ids.ann });
    const filled = await stage.vacancy({ status: 'filled', substituteId: stage.ids.bob });
    expect((await stage.bob.try(withdrawRequest, { params: pending.params })).body.code).toBe('not_yours');
    expect((await stage.bob.try(withdrawRequest, { params: filled.params })).body.code).toBe('assigned_to_you');
  });
});

describe('declining', () => {
  const listed = async (query: object = {}) =>
    (await stage.ann.call(listVacancies, { query })).map((vacancy) => vacancy.id);

  it('hides an open vacancy from this substitute, until undone', async () => {
    const { id, params } = await stage.vacancy();
    expect(await stage.ann.call(declineVacancy, { params })).toMatchObject({ declined: true });
    await stage.ann.call(declineVacancy, { params });
    expect(await listed()).toEqual([]);
    expect(await listed({ declined: 'true' })).toEqual([id]);
    expect((await stage.bob.call(listVacancies)).map((vacancy) => vacancy.id)).toEqual([id]);
    await stage.teacher.call(notifySubstitutes, { params, body: {} });
    expect(await stage.told(id)).toEqual([['vacancy_posted', stage.ids.bob]]);
    await stage.ann.call(undeclineVacancy, { params });
    expect(await listed()).toEqual([id]);
    expect(await stage.history(id)).toEqual(['declined', 'notified', 'undeclined']);
  });

  it('is possible three times a day for one vacancy, and a fourth says so', async () => {
    const { params } = await stage.vacancy();
    for (let n = 0; n < 3; n += 1) {
      await stage.ann.call(declineVacancy, { params });
      await stage.ann.call(undeclineVacancy, { params });
    }
    const fourth = await stage.ann.try(declineVacancy, { params });
    expect([fourth.status, fourth.body.error]).toEqual([
      429,
      'You’ve declined this class three times today. Please try again in 24 hours.',
    ]);
  });

  it('can be undone after someone else got the vacancy, and the reply does not say who or what they were told', async () => {
    const { id, params } = await stage.vacancy({ status: 'filled', substituteId: stage.ids.bob, confirmed: false });
    await stage.world.db.execute(
      sql`update vacancies set additional_notes = 'For Bob: the key is at the desk.' where id = ${id}`,
    );
    const filled = await stage.ann.call(undeclineVacancy, { params });
    expect(filled).toMatchObject({
      status: 'filled',
      substituteId: null,
      confirmed: null,
      additionalNotes: '',
      can: [],
    });
    await stage.world.db
      .execute(sql`update vacancies set status = 'pending_approval', substitute_id = null, confirmed = null,
      requested_by_id = ${stage.ids.bob}, requested_at = now() where id = ${id}`);
    const requested = await stage.ann.call(undeclineVacancy, { params });
    expect(requested).toMatchObject({ status: 'pending_approval', requestedById: null, requestedAt: null });
  });
});

describe('an assignment not yet confirmed', () => {
  it('is confirmed once', async () => {
    const { id, params } = await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann, confirmed: false });
    expect(await stage.ann.call(confirmAssignment, { params })).toMatchObject({ confirmed: true, can: ['release'] });
    await stage.ann.call(confirmAssignment, { params });
    expect(await stage.told(id)).toEqual([
      ['confirmed', stage.ids.teacher],
      ['confirmed', stage.ids.admin],
    ]);
    expect((await stage.ann.try(cannotCome, { params })).body.code).toBe('already_confirmed');
  });

  it("reopens after 'Can't come', and is not offered to them again", async () => {
    const { id, params } = await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann, confirmed: false });
    expect(await stage.ann.call(cannotCome, { params })).toMatchObject({ status: 'open', declined: true });
    expect(await stage.told(id)).toEqual([
      ['cannot_come', stage.ids.teacher],
      ['cannot_come', stage.ids.admin],
      ['vacancy_posted', stage.ids.bob],
    ]);
    expect(await stage.ann.call(listVacancies)).toEqual([]);
    expect((await stage.bob.try(confirmAssignment, { params })).body.code).toBe('not_filled');
  });
});

describe('releasing', () => {
  it('needs a reason and notifies everyone involved, no matter who does it', async () => {
    const whoTells = {
      teacher: [
        ['assignment_cancelled', stage.ids.ann],
        ['released', stage.ids.admin],
      ],
      admin: [
        ['assignment_cancelled', stage.ids.ann],
        ['released', stage.ids.teacher],
      ],
      ann: [
        ['released', stage.ids.teacher],
        ['released', stage.ids.admin],
      ],
    };
    for (const who of ['teacher', 'admin', 'ann'] as const) {
      const { id, params } = await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann });
      expect((await stage[who].try(releaseSubstitute, { params, body: { reason: '  ' } })).status).toBe(400);
      expect(await stage[who].call(releaseSubstitute, { params, body: { reason: 'Well again' } })).toMatchObject({
        status: 'open',
        substituteId: null,
      });
      expect(await stage.told(id), who).toEqual([...whoTells[who], ['vacancy_posted', stage.ids.bob]]);
      const [line] = await stage.teacher.call(listVacancyHistory, { params });
      expect(line).toMatchObject({
        kind: 'released',
        reason: 'Well again',
        actorId: stage.ids[who],
        substituteName: 'Ann Lee',
      });
    }
  });

  it('is possible until the end; afterward an admin corrects the record', async () => {
    const { id, params } = await stage.vacancy({ date: '2026-11-23', status: 'filled', substituteId: stage.ids.ann });
    const correction = { substituteId: stage.ids.bob, reason: 'Ann was ill' };
    expect((await stage.admin.try(correctVacancy, { params, body: correction })).body.code).toBe('not_over');
    at('2026-11-23T20:00:00Z');
    expect((await stage.teacher.try(releaseSubstitute, { params, body: { reason: 'x' } })).body.code).toBe(
      'vacancy_over',
    );
    expect(await stage.admin.call(correctVacancy, { params, body: correction })).toMatchObject({
      status: 'filled',
      substituteId: stage.ids.bob,
      can: ['remove', 'correct'],
    });
    expect(await stage.told(id)).toEqual([
      ['vacancy_changed', stage.ids.ann],
      ['vacancy_changed', stage.ids.bob],
      ['vacancy_changed', stage.ids.teacher],
    ]);
    expect(
      await stage.admin.call(correctVacancy, { params, body: { substituteId: null, reason: 'Nobody came' } }),
    ).toMatchObject({ status: 'open' });
    const stranger = await makeSubstitute(stage.world.db, [(await makeSchool(stage.world.db)).id]);
    expect(
      (await stage.admin.try(correctVacancy, { params, body: { substituteId: stranger, reason: 'x' } })).body.code,
    ).toBe('not_eligible');
    expect(await stage.history(id)).toEqual(['corrected', 'corrected']);
  });
});

describe('deleting', () => {
  it('notifies the requesting or booked substitute; afterward the vacancy is reported as deleted', async () => {
    const { id, params } = await stage.vacancy({ status: 'pending_approval', requestedById: stage.ids.ann });
    await stage.teacher.call(deleteVacancy, { params });
    expect(await stage.told(id)).toEqual([
      ['vacancy_deleted', stage.ids.ann],
      ['vacancy_deleted', stage.ids.admin],
    ]);
    for (const who of ['teacher', 'admin', 'ann', 'bob'] as const) {
      const answer = await stage[who].try(getVacancy, { params });
      expect([answer.status, answer.body.code], who).toEqual([409, 'vacancy_gone']);
    }
    expect((await stage.bob.try(updateVacancy, { params, body: request })).body.code).toBe('vacancy_gone');
    expect((await stage.admin.try(deleteVacancy, { params })).body.code).toBe('vacancy_gone');
    expect(await stage.teacher.call(listVacancies)).toEqual([]);
    expect(await stage.teacher.call(listVacancyHistory, { params })).toMatchObject([
      { kind: 'deleted', actorName: 'Tess Teacher' },
    ]);
  });

  it('is possible for the teacher until the start, or the end if uncovered, and always for the admin', async () => {
    const covered = await stage.vacancy({ date: '2026-11-23', status: 'filled', substituteId: stage.ids.ann });
    const uncovered = await stage.vacancy({ date: '2026-11-23' });
    const over = await stage.vacancy({ date: '2026-11-23', end: '09:00' });
    at('2026-11-23T14:30:00Z');
    expect((await stage.teacher.try(deleteVacancy, covered)).body.code).toBe('vacancy_started');
    expect((await stage.teacher.try(deleteVacancy, over)).body.code).toBe('vacancy_over');
    expect((await stage.teacher.call(getVacancy, over)).can).toEqual([]);
    expect((await stage.teacher.try(deleteVacancy, uncovered)).status).toBe(200);
    expect((await stage.admin.try(deleteVacancy, covered)).status).toBe(200);
  });
});

describe('editing', () => {
  it('can change everything while it is open, by the rules of posting', async () => {
    const { params } = await stage.vacancy();
    const edited = await stage.teacher.call(updateVacancy, {
      params,
      body: { date: '2026-11-25', startTime: '09:00', description: 'Grade 5', isUrgent: true },
    });
    expect(edited).toMatchObject({
      date: '2026-11-25',
      startTime: '09:00',
      endTime: '15:00',
      description: 'Grade 5',
      isUrgent: true,
    });
    const [row] = await stage.world.db.query<{ startsAt: Date }>(
      sql`select starts_at as "startsAt" from vacancies where id = ${edited.id}`,
    );
    expect(row?.startsAt.toISOString(), 'the instants follow').toBe('2026-11-25T14:00:00.000Z');
    const [line] = await stage.teacher.call(listVacancyHistory, { params });
    expect(line?.changes).toEqual([
      'New date: November 25, 2026 (was November 24, 2026)',
      'New time: 9:00 AM – 3:00 PM (was 8:00 AM – 3:00 PM)',
      expect.stringMatching(/^Title: Grade 5 \(was Class \d+\)$/),
      'The vacancy is now urgent',
    ]);
    const cases: [object, string][] = [
      [{ date: '2026-11-20' }, 'date'],
      [{ startTime: '16:00' }, 'endTime'],
      [{ shiftType: 'morning' }, 'shiftType'],
      [{ additionalNotes: '' }, 'additionalNotes'],
      [{ description: '' }, 'description'],
      [{ substituteId: stage.ids.ann }, 'substituteId'],
      [{ status: 'open', description: 'x' }, 'description'],
      [{ status: 'filled' }, 'substituteId'],
      [{ teacherId: 1 }, 'teacherId'],
    ];
    for (const [body, field] of cases) {
      const answer = await stage.teacher.try(updateVacancy, { params, body });
      expect([answer.status, Object.keys(answer.body.fields ?? {})], field).toEqual([400, [field]]);
    }
    expect((await stage.teacher.try(updateVacancy, { params, body: {} })).status).toBe(400);
  });

  it('can only add plans and notes while a request waits, whose author is notified', async () => {
    const { id, params } = await stage.vacancy({ status: 'pending_approval', requestedById: stage.ids.ann });
    expect((await stage.teacher.try(updateVacancy, { params, body: { startTime: '09:00' } })).body.code).toBe(
      'not_open',
    );
    expect(
      (await stage.teacher.try(updateVacancy, { params, body: { additionalNotes: 'Something else.' } })).body.fields,
    ).toHaveProperty('additionalNotes');
    await stage.teacher.call(updateVacancy, {
      params,
      body: { additionalNotes: 'Plans are on the desk. The key is at the office.' },
    });
    expect(await stage.told(id)).toEqual([['vacancy_changed', stage.ids.ann]]);
  });
});

describe('another round of offers', () => {
  it('reaches everyone again in each round, and counts accepted mail', async () => {
    const { id, params } = await stage.vacancy();
    expect(await stage.teacher.call(notifySubstitutes, { params, body: {} })).toEqual({
      notified: 2,
      emailsSent: 2,
      smsSent: 0,
    });
    expect(
      await stage.admin.call(notifySubstitutes, { params, body: { substituteIds: [stage.ids.bob], sendEmail: false } }),
    ).toEqual({ notified: 1, emailsSent: 0, smsSent: 0 });
    expect(await stage.history(id)).toEqual(['notified', 'notified']);
    expect(
      (await stage.teacher.try(notifySubstitutes, { params, body: { substituteIds: [stage.ids.teacher] } })).body
        .fields,
    ).toHaveProperty('substituteIds');
    const filled = await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann });
    expect((await stage.teacher.try(notifySubstitutes, { params: filled.params, body: {} })).body.code).toBe(
      'not_open',
    );
  });
});

describe('who may see it', () => {
  it('excludes other teachers, other schools, and substitutes who may not work there', async () => {
    const { db } = stage.world;
    const { id, params } = await stage.vacancy();
    const elsewhere = await makeSchool(db);
    const rejected = await makeSubstitute(db, [stage.school.id]);
    await db.execute(
      sql`update substitute_schools set approved_at = null, rejected_at = ${stage.world.time.now}
          where substitute_id = ${rejected}`,
    );
    const blind = [
      await makeTeacher(db, stage.school.id),
      await makeTeacher(db, elsewhere.id),
      await makeSubstitute(db, [elsewhere.id]),
      rejected,
    ];
    for (const who of blind) {
      const caller = await stage.world.as(who);
      expect((await caller.try(getVacancy, { params })).status).toBe(404);
      expect((await caller.call(listVacancies)).map((vacancy) => vacancy.id)).not.toContain(id);
      expect((await caller.try(updateVacancy, { params, body: request })).status).toBe(404);
    }
    const waiting = await stage.world.as(await makeSubstitute(db, [stage.school.id], { isApproved: false }));
    expect(await waiting.call(listVacancies)).toEqual([]);
    expect((await waiting.try(getVacancy, { params })).body.code).toBe('approval_pending');
  });

  it('excludes substitutes if the school is inactive; a request is 409', async () => {
    const { params } = await stage.vacancy();
    await stage.world.db.execute(sql`update schools set is_active = false where id = ${stage.school.id}`);
    expect(await stage.ann.call(listVacancies)).toEqual([]);
    const answer = await stage.ann.try(updateVacancy, { params, body: request });
    expect([answer.status, answer.body.code]).toEqual([409, 'school_inactive']);
    expect((await stage.teacher.try(deleteVacancy, { params })).body.code).toBe('own_school_inactive');
    await stage.world.db.execute(sql`update schools set is_active = true where id = ${stage.school.id}`);
  });

  it("includes a substitute's own assignment after its day, which counts as an earlier visit", async () => {
    const past = await stage.vacancy({ date: '2026-11-20', status: 'filled', substituteId: stage.ids.ann });
    await stage.vacancy({ date: '2026-11-20' });
    expect((await stage.ann.call(listVacancies)).map((vacancy) => vacancy.id)).toEqual([past.id]);
    expect((await stage.ann.call(getVacancy, { params: past.params })).can).toEqual([]);
    const next = await stage.vacancy();
    await stage.admin.call(assignSubstitute, { params: next.params, body: { substituteId: stage.ids.ann } });
    expect((await stage.teacher.call(getVacancy, { params: next.params })).substitute?.timesHere).toBe(1);
  });

  it('records the first time that a substitute opens it', async () => {
    const { id, params } = await stage.vacancy();
    await Promise.all([
      stage.ann.call(getVacancy, { params }),
      stage.ann.call(getVacancy, { params }),
      stage.bob.call(getVacancy, { params }),
      stage.teacher.call(getVacancy, { params }),
    ]);
    expect(await stage.history(id)).toEqual(['seen', 'seen']);
  });
});
