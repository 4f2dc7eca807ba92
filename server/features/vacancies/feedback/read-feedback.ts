import type * as contract from '#contract/feedback.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { answerRefusal, countsFrom, countsNow, feedbackLimits, feedbackRefusal } from '#domain/feedback.ts';
import { can } from '#domain/permissions.ts';
import {
  saidOf,
  feedbackOf,
  type FeedbackRow,
  isNoShowAt,
  taughtClasses,
  type TaughtClass,
} from '#server/features/vacancies/vacancy/feedback-queries.ts';
import { seeableVacancy } from '#server/features/vacancies/vacancy/queries.ts';
import { notAllowed, notFound } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

type Own = ReplyInput<typeof contract.listOwnFeedback>;

/** Returns the caller's classes that can have feedback, with the parts that they may read. */
export async function ownFeedback({ db, actor, now }: Call<typeof contract.listOwnFeedback>): Promise<Own> {
  const taught = await taughtClasses(db, actor, now);
  const rows = await feedbackOf(
    db,
    taught.map(({ vacancyId }) => vacancyId),
  );
  const rowOf = (of: TaughtClass, author: FeedbackRow['author']) =>
    rows.find((row) => row.author === author && row.vacancyId === of.vacancyId && row.substituteId === of.substituteId);
  const asks = new Date(now.getTime() - feedbackLimits.ask * 24 * 3_600_000);
  const [last] = taught;
  const waiting =
    actor.role === 'teacher' && last !== undefined && last.endsAt >= asks && rowOf(last, 'teacher') === undefined;
  return {
    waiting: waiting ? last.vacancyId : null,
    classes: taught.map((of) => oneOf(of, rowOf(of, 'substitute'), rowOf(of, 'teacher'), { actor, now })),
  };
}

function oneOf(
  of: TaughtClass,
  substitutes: FeedbackRow | undefined,
  teachers: FeedbackRow | undefined,
  { actor, now }: Pick<Call, 'actor' | 'now'>,
): Own['classes'][number] {
  const subject = { ...of, requestedById: null };
  const said = teachers?.again === null ? undefined : teachers;
  const isTeacher = actor.role === 'teacher';
  const mayGive = can(actor, isTeacher ? 'vacancy.reviewSubstitute' : 'vacancy.reviewClass', subject);
  const firstAt = (isTeacher ? said : substitutes)?.firstAt ?? null;
  const mayAnswer = said !== undefined && can(actor, 'vacancy.answerFeedback', subject);
  return {
    vacancyId: of.vacancyId,
    date: of.date,
    title: of.title,
    teacherName: of.teacherName,
    substituteName: of.substituteName,
    ofClass: isTeacher ? null : ofClass(substitutes),
    ofSubstitute:
      said === undefined
        ? null
        : { ...saidOf(said), saidAt: said.saidAt.toISOString(), countsFrom: countsFrom(said).toISOString() },
    can: [
      // No-shows are not among these classes.
      ...(mayGive && feedbackRefusal({ endsAt: of.endsAt, isNoShow: false }, firstAt, now) === null
        ? (['give'] as const)
        : []),
      ...(mayAnswer && answerRefusal(said, now) === null ? (['answer'] as const) : []),
    ],
  };
}

function ofClass(row: FeedbackRow | undefined): Own['classes'][number]['ofClass'] {
  if (row === undefined || row.went === null || row.plans === null) return null;
  return { went: row.went, plans: row.plans, words: row.words };
}

/**
 * Returns the feedback of both sides on a class, for the front office: the teacher's once it counts, and none for a
 * no-show.
 */
export async function classFeedback(
  call: Call<typeof contract.getClassFeedback>,
): ReplyTo<typeof contract.getClassFeedback> {
  const { db, actor, params, now } = call;
  const row = await seeableVacancy(db, params.id, actor, now);
  if (row === null || row.deletedAt !== null) throw notFound('vacancy');
  if (!can(actor, 'vacancy.seeFeedback', row)) throw notAllowed();
  const rows = (await isNoShowAt(db, row.id)) ? [] : await feedbackOf(db, [row.id]);
  const own = rows.filter(({ substituteId }) => substituteId === row.substituteId);
  const said = own.find((each) => each.author === 'teacher' && each.again !== null && countsNow(each, now));
  return {
    ofClass: ofClass(own.find(({ author }) => author === 'substitute')),
    ofSubstitute: said === undefined ? null : saidOf(said),
  };
}
