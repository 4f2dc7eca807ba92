import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cannotCome,
  confirmAssignment,
  declineVacancy,
  releaseSubstitute,
  updateVacancy,
  withdrawRequest,
} from '#contract/vacancy-moves.ts';
import { assignSubstitute, deleteVacancy, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const states = {
  open: {},
  pending: { status: 'pending_approval', requestedById: 'ann' },
  booked: { status: 'filled', substituteId: 'ann' },
  assigned: { status: 'filled', substituteId: 'ann', confirmed: false },
  over: { date: '2026-11-20' },
  deleted: {},
} as const;
type State = keyof typeof states;

type Params = { params: { id: string } };
const reason = { reason: 'Well again' };
const moves = {
  'Bob requests': ({ params }: Params) =>
    stage.bob.try(updateVacancy, { params, body: { status: 'pending_approval' } }),
  'Ann requests': ({ params }: Params) =>
    stage.ann.try(updateVacancy, { params, body: { status: 'pending_approval' } }),
  'teacher approves Ann': ({ params }: Params) =>
    stage.teacher.try(updateVacancy, { params, body: { status: 'filled', substituteId: stage.ids.ann } }),
  'admin approves Bob': ({ params }: Params) =>
    stage.admin.try(updateVacancy, { params, body: { status: 'filled', substituteId: stage.ids.bob } }),
  'teacher rejects': ({ params }: Params) =>
    stage.teacher.try(updateVacancy, { params, body: { status: 'open', requestedById: null, requestedAt: null } }),
  'Ann withdraws': ({ params }: Params) => stage.ann.try(withdrawRequest, { params }),
  'Bob withdraws': ({ params }: Params) => stage.bob.try(withdrawRequest, { params }),
  'admin assigns Bob': ({ params }: Params) =>
    stage.admin.try(assignSubstitute, { params, body: { substituteId: stage.ids.bob } }),
  'Ann confirms': ({ params }: Params) => stage.ann.try(confirmAssignment, { params }),
  "Ann can't come": ({ params }: Params) => stage.ann.try(cannotCome, { params }),
  'teacher releases': ({ params }: Params) => stage.teacher.try(releaseSubstitute, { params, body: reason }),
  'Ann cancels': ({ params }: Params) => stage.ann.try(releaseSubstitute, { params, body: reason }),
  'Bob cancels': ({ params }: Params) => stage.bob.try(releaseSubstitute, { params, body: reason }),
  'Bob declines': ({ params }: Params) => stage.bob.try(declineVacancy, { params }),
  'teacher edits': ({ params }: Params) =>
    stage.teacher.try(updateVacancy, { params, body: { description: 'Grade 5' } }),
  'teacher notifies': ({ params }: Params) => stage.teacher.try(notifySubstitutes, { params, body: {} }),
  'teacher deletes': ({ params }: Params) => stage.teacher.try(deleteVacancy, { params }),
  'admin deletes': ({ params }: Params) => stage.admin.try(deleteVacancy, { params }),
};
type Move = keyof typeof moves;

/** The outcome of each move in each state: the new status ('ok' if the reply shows none), or the refusal's code. */
const table: Record<Move, Record<Exclude<State, 'deleted'>, string>> = {
  'Bob requests': {
    open: 'pending_approval',
    pending: 'already_requested',
    booked: 'already_filled',
    assigned: 'already_filled',
    over: 'vacancy_over',
  },
  'Ann requests': {
    open: 'pending_approval',
    pending: 'requested_by_you',
    booked: 'assigned_to_you',
    assigned: 'assigned_to_you',
    over: 'vacancy_over',
  },
  'teacher approves Ann': {
    open: 'not_requested',
    pending: 'filled',
    booked: 'already_filled',
    assigned: 'already_filled',
    over: 'vacancy_over',
  },
  'admin approves Bob': {
    open: 'not_requested',
    pending: 'requested_by_other',
    booked: 'already_filled',
    assigned: 'already_filled',
    over: 'vacancy_over',
  },
  'teacher rejects': {
    open: 'not_requested',
    pending: 'open',
    booked: 'already_filled',
    assigned: 'already_filled',
    over: 'vacancy_over',
  },
  'Ann withdraws': {
    open: 'not_requested',
    pending: 'open',
    booked: 'assigned_to_you',
    assigned: 'assigned_to_you',
    over: 'vacancy_over',
  },
  'Bob withdraws': {
    open: 'not_requested',
    pending: 'not_yours',
    booked: 'not_requested',
    assigned: 'not_requested',
    over: 'vacancy_over',
  },
  'admin assigns Bob': {
    open: 'filled',
    pending: 'filled',
    booked: 'already_filled',
    assigned: 'already_filled',
    over: 'vacancy_over',
  },
  'Ann confirms': {
    open: 'not_filled',
    pending: 'not_filled',
    booked: 'filled',
    assigned: 'filled',
    over: 'vacancy_over',
  },
  "Ann can't come": {
    open: 'not_filled',
    pending: 'not_filled',
    booked: 'already_confirmed',
    assigned: 'open',
    over: 'vacancy_over',
  },
  'teacher releases': {
    open: 'not_filled',
    pending: 'not_filled',
    booked: 'open',
    assigned: 'open',
    over: 'vacancy_over',
  },
  'Ann cancels': { open: 'not_filled', pending: 'not_filled', booked: 'open', assigned: 'open', over: 'vacancy_over' },
  'Bob cancels': {
    open: 'not_filled',
    pending: 'not_filled',
    booked: 'not_yours',
    assigned: 'not_yours',
    over: 'vacancy_over',
  },
  'Bob declines': {
    open: 'open',
    pending: 'already_requested',
    booked: 'already_filled',
    assigned: 'already_filled',
    over: 'vacancy_over',
  },
  'teacher edits': {
    open: 'open',
    pending: 'not_open',
    booked: 'filled',
    assigned: 'filled',
    over: 'vacancy_over',
  },
  'teacher notifies': {
    open: 'ok',
    pending: 'not_open',
    booked: 'not_open',
    assigned: 'not_open',
    over: 'vacancy_over',
  },
  'teacher deletes': { open: 'ok', pending: 'ok', booked: 'ok', assigned: 'ok', over: 'vacancy_over' },
  'admin deletes': { open: 'ok', pending: 'ok', booked: 'ok', assigned: 'ok', over: 'ok' },
};

const cases = (Object.keys(moves) as Move[]).flatMap((move) =>
  (Object.keys(states) as State[]).map((state) => ({
    move,
    state,
    outcome: state === 'deleted' ? 'vacancy_gone' : table[move][state],
  })),
);

describe('the life of a vacancy', () => {
  it.each(cases)('$state: $move → $outcome', async ({ move, state, outcome }) => {
    const { db } = stage.world;
    const { requestedById, substituteId, ...rest } = states[state] as { requestedById?: 'ann'; substituteId?: 'ann' };
    const vacancy = await stage.vacancy({
      ...rest,
      requestedById: requestedById ? stage.ids.ann : null,
      substituteId: substituteId ? stage.ids.ann : null,
    });
    if (state === 'deleted')
      await db.execute(sql`update vacancies set deleted_at = ${stage.world.time.now} where id = ${vacancy.id}`);
    const before = await traces(db, vacancy.id);
    const { status, body } = await moves[move](vacancy);
    if (status < 300) {
      expect('status' in body ? body.status : 'ok').toBe(outcome);
    } else {
      expect([status, body.code]).toEqual([409, outcome]);
      expect(body.error).toMatch(/^[A-Z].*\.$/);
      expect(await traces(db, vacancy.id), 'a refused move changes nothing and notifies no one').toEqual(before);
    }
  });
});

/** Everything that a move could change. */
function traces(db: Queryable, id: number): Promise<object[]> {
  return db.query(sql`select v::text, (select count(*)::int from vacancy_history where vacancy_id = v.id) as lines,
    (select count(*)::int from notices where vacancy_id = v.id) as notices, (select count(*)::int from vacancy_declines
      where vacancy_id = v.id) as declines
    from vacancies v where v.id = ${id}`);
}
