import type * as contract from '#contract/feedback.ts';
import { answerRefusal, countsFrom, feedbackRefusal } from '#domain/feedback.ts';
import { type Action, can } from '#domain/permissions.ts';
import type { RefusalCode } from '#domain/refusal.ts';
import { localDate } from '#domain/time.ts';
import { isExtraHands } from '#domain/vacancy.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { feedbackOf, type FeedbackRow, isNoShowAt } from '#server/features/vacancies/vacancy/feedback-queries.ts';
import { notifySubstitutesAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { lockedVacancy } from '#server/features/vacancies/vacancy/store.ts';
import { countAttempt } from '#server/http/limits.ts';
import { notAllowed, notFound, refusedAs } from '#server/core/refused.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';

/** How often per day a teacher may change their feedback on one class. Each change notifies the substitute. */
const changesPerDay = 10;
/** A sentence that follows the tap within this time, in ms, doesn't notify again. */
const sameMs = 15 * 60_000;

type Held = { row: VacancyRow & { substituteId: number }; isNoShow: boolean; known: FeedbackRow[] };
type Acting = Pick<Call, 'actor' | 'now'> & { params: { id: number } };

/** Locks a covered class that the caller may give feedback on, and reads the feedback on its substitute. */
async function heldClass(
  tx: Tx,
  { actor, now, params }: Acting,
  action: Extract<Action, 'vacancy.reviewClass' | 'vacancy.reviewSubstitute' | 'vacancy.answerFeedback'>,
): Promise<Held> {
  const row = await lockedVacancy(tx, params.id, { actor, now });
  if (!can(actor, action, row)) throw notAllowed();
  if (isExtraHands(row)) throw notAllowed('Feedback is about a teacher’s class and its plans. This job has neither.');
  refuse(row.deletedAt === null ? null : 'vacancy_gone');
  const { substituteId } = row;
  if (row.status !== 'filled' || substituteId === null) throw refusedAs('not_filled');
  const known = (await feedbackOf(tx, [row.id])).filter((each) => each.substituteId === substituteId);
  return { row: { ...row, substituteId }, isNoShow: await isNoShowAt(tx, row.id), known };
}

function refuse(code: RefusalCode | null): void {
  if (code !== null) throw refusedAs(code);
}

/** Saves the substitute's feedback on a class and its plans. */
export async function reviewClass(
  call: CallInTx<typeof contract.reviewClass>,
  tx: Tx,
): ReplyTo<typeof contract.reviewClass> {
  const { actor, body, now } = call;
  const held = await heldClass(tx, call, 'vacancy.reviewClass');
  const known = held.known.find(({ author }) => author === 'substitute');
  refuse(feedbackRefusal({ ...held.row, isNoShow: held.isNoShow }, known?.firstAt ?? null, now));
  const { went, plans } = body;
  const words = body.words ?? null;
  if (known?.went === went && known.plans === plans && known.words === words) return;
  await write(tx, held.row, { author: 'substitute', authorId: actor.id, went, plans, again: null, words }, known, now);
}

/** Saves the teacher's feedback on a substitute. Sending the same feedback twice changes nothing. */
export async function reviewSubstitute(
  call: CallInTx<typeof contract.reviewSubstitute>,
  tx: Tx,
): ReplyTo<typeof contract.reviewSubstitute> {
  const { actor, body, now } = call;
  const { row, isNoShow, known: all } = await heldClass(tx, call, 'vacancy.reviewSubstitute');
  const known = all.find(({ author, again }) => author === 'teacher' && again !== null);
  refuse(feedbackRefusal({ endsAt: row.endsAt, isNoShow }, known?.firstAt ?? null, now));
  const words = body.words ?? null;
  if (known?.again === body.again && known.words === words) return;
  const limit = { key: `feedback:${actor.id}:${row.id}`, most: changesPerDay, windowSeconds: 86_400 };
  await countAttempt(tx, limit, now);
  const said = { author: 'teacher', authorId: actor.id, went: null, plans: null, again: body.again, words } as const;
  await write(tx, row, said, known, now);
  const from = localDate(countsFrom({ saidAt: now, answeredAt: null }), row.timeZone);
  if (known !== undefined && known.answer === null && now.getTime() - known.saidAt.getTime() < sameMs) return;
  await notifySubstitutesAbout(tx, call, row, {
    kind: 'feedback_given',
    cause: `feedback:${row.id}:${now.toISOString()}`,
    to: [row.substituteId],
    sendSms: false,
    facts: (about) => ({ ...about, countsFrom: from }),
  });
}

/** Stops the question about this class on the teacher's home. Existing feedback stays. */
export async function dismissFeedback(
  call: CallInTx<typeof contract.dismissFeedback>,
  tx: Tx,
): ReplyTo<typeof contract.dismissFeedback> {
  const { actor, now } = call;
  const { row, isNoShow, known } = await heldClass(tx, call, 'vacancy.reviewSubstitute');
  if (known.some(({ author }) => author === 'teacher')) return;
  refuse(feedbackRefusal({ endsAt: row.endsAt, isNoShow }, null, now));
  const none = { author: 'teacher', authorId: actor.id, went: null, plans: null, again: null, words: null } as const;
  await write(tx, row, none, undefined, now);
}

/** Saves the substitute's answer to the teacher's feedback, which counts from then on. */
export async function answerFeedback(
  call: CallInTx<typeof contract.answerFeedback>,
  tx: Tx,
): ReplyTo<typeof contract.answerFeedback> {
  const { body, now } = call;
  const { row, isNoShow, known } = await heldClass(tx, call, 'vacancy.answerFeedback');
  const said = known.find(({ author, again }) => author === 'teacher' && again !== null);
  if (said === undefined || isNoShow) throw notFound('feedback');
  refuse(body.saidAt === undefined || body.saidAt === said.saidAt.toISOString() ? null : 'feedback_changed');
  refuse(answerRefusal(said, now));
  // The time of the first answer to these words is kept.
  const answeredAt = said.answeredAt !== null && said.answeredAt >= said.saidAt ? said.answeredAt : now;
  if (said.answer !== body.answer || said.answeredAt !== answeredAt)
    await tx.execute(sql`update feedback set answer = ${body.answer}, answered_at = ${answeredAt}
      where vacancy_id = ${row.id} and substitute_id = ${row.substituteId} and author = 'teacher'`);
}

type Written = Pick<FeedbackRow, 'author' | 'went' | 'plans' | 'again' | 'words'> & { authorId: number };

/** Writes feedback on a locked class. `known` is its author's earlier feedback. */
async function write(
  tx: Tx,
  row: Held['row'],
  { author, authorId, went, plans, again, words }: Written,
  known: FeedbackRow | undefined,
  now: Date,
): Promise<void> {
  await tx.execute(sql`insert into feedback
      (vacancy_id, substitute_id, author, author_id, school_id, class_went, plans, again, words, first_at, said_at)
    values (${row.id}, ${row.substituteId}, ${author}, ${authorId}, ${row.schoolId}, ${went}, ${plans}, ${again},
      ${words}, ${known?.firstAt ?? now}, ${now})
    on conflict (vacancy_id, substitute_id, author)
      do update set class_went = excluded.class_went, plans = excluded.plans, again = excluded.again,
      words = excluded.words, first_at = excluded.first_at, said_at = excluded.said_at`);
}
