import type { Config } from '#server/core/config.ts';
import type { DeclineReason } from '#domain/decline.ts';
import { sql, type Tx } from '#server/db/database.ts';
import type { DemoVacancy } from '#server/demo/absence.ts';
import { demoSchool } from '#server/demo/schools.ts';
import { moveUpAfterFailure } from '#server/jobs/dispatch-offers.ts';
import { takeSteps } from '#server/features/vacancies/dispatch/take-steps.ts';

const minute = 60_000;

type Answer = { at: Date; vacancyId: number; substituteId: number; kind: 'seen' | 'declined' | 'bounced' };

/** Returns whether a vacancy is offered in waves that are still under way. */
export function isOfferedInWaves({ school, state }: DemoVacancy, now: Date): boolean {
  const { status, deletedAt, endsAt } = state;
  return demoSchool(school).offering === 'best_matches' && status === 'open' && deletedAt === null && endsAt > now;
}

/** What a carrier reports about a number that is no longer in service. */
export const deadNumber = 'The carrier could not deliver it (Twilio 30003).';

/**
 * The waves of the demo, by the product's own dispatch, with a clock that runs through the past. Some people look at an
 * offer, and some of them decline it. One person's number is dead, so their texts bounce.
 */
export class DemoWaves {
  readonly #tx: Tx;
  readonly #config: Config;
  readonly #isKeen: (substituteId: number) => boolean;
  #answers: Answer[] = [];
  /** The first person who was texted. */
  #unreachable: number | null = null;

  /** `isKeen` marks people who decline nothing. */
  constructor(tx: Tx, config: Config, isKeen: (substituteId: number) => boolean) {
    this.#tx = tx;
    this.#config = config;
    this.#isKeen = isKeen;
  }

  /** Returns the person whose texts bounce. */
  get unreachable(): number | null {
    return this.#unreachable;
  }

  /** Takes every step and gives every answer that is due by then. */
  async runUntil(end: Date): Promise<void> {
    for (;;) {
      const [step] = await this.#tx.query<{ id: number; at: Date }>(sql`select vacancy_id as id, due_at as at
        from dispatches where due_at <= ${end} order by due_at, vacancy_id limit 1`);
      const answer = this.#answers[0];
      if (answer !== undefined && answer.at <= end && (step === undefined || answer.at < step.at)) {
        this.#answers.shift();
        await this.#give(answer);
      } else if (step === undefined) return;
      else {
        await takeSteps(this.#tx, { config: this.#config, now: step.at, actor: null }, [step.id]);
        await this.#plan(step.id, step.at);
      }
    }
  }

  async #plan(vacancyId: number, sentAt: Date): Promise<void> {
    const offered = await this.#tx.query<{ id: number }>(sql`select substitute_id as id from offers
      where vacancy_id = ${vacancyId} and sent_at = ${sentAt} order by rank`);
    const texted = await this.#textedAt(vacancyId, sentAt);
    this.#unreachable ??= offered.find(({ id }) => texted.has(id) && !this.#isKeen(id))?.id ?? null;
    for (const { id } of offered) {
      if (id === this.#unreachable) {
        const at = new Date(sentAt.getTime() + 0.5 * minute);
        if (texted.has(id)) this.#answers.push({ at, vacancyId, substituteId: id, kind: 'bounced' });
        continue;
      }
      const mood = (vacancyId * 31 + id * 17) % 24;
      if (mood > 9) continue;
      const seenAt = new Date(sentAt.getTime() + (2 + ((vacancyId + id * 7) % 40)) * minute);
      this.#answers.push({ at: seenAt, vacancyId, substituteId: id, kind: 'seen' });
      if (mood > 2 || this.#isKeen(id)) continue;
      const at = new Date(seenAt.getTime() + minute);
      this.#answers.push({ at, vacancyId, substituteId: id, kind: 'declined' });
    }
    this.#answers.sort((one, other) => one.at.getTime() - other.at.getTime());
  }

  /** Returns the people whose offer was also a text message. */
  async #textedAt(vacancyId: number, sentAt: Date): Promise<Set<number>> {
    const rows = await this.#tx.query<{ id: number }>(sql`select n.recipient_id as id
      from notices n join deliveries d on d.notice_id = n.id and d.channel = 'sms' and d.status = 'kept'
      where n.vacancy_id = ${vacancyId} and n.kind = 'vacancy_posted' and n.created_at = ${sentAt}`);
    return new Set(rows.map(({ id }) => id));
  }

  async #bounce({ at, vacancyId, substituteId }: Answer): Promise<void> {
    const failed = await this.#tx.query<{ id: number }>(sql`update deliveries d
      set status = 'failed', reason = ${deadNumber}, attempts = 1, next_attempt_at = ${at}
      from notices n where n.id = d.notice_id and n.vacancy_id = ${vacancyId} and n.recipient_id = ${substituteId}
        and n.kind = 'vacancy_posted' and d.channel = 'sms' and d.status = 'kept' returning d.id`);
    for (const { id } of failed) await moveUpAfterFailure(this.#tx, id, at);
  }

  async #give(answer: Answer): Promise<void> {
    const { at, vacancyId, substituteId, kind } = answer;
    if (kind === 'bounced') return this.#bounce(answer);
    await this.#tx.execute(sql`insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id)
      select id, school_id, ${kind}, ${at}, ${substituteId}, ${substituteId} from vacancies where id = ${vacancyId}
        and not exists (select from vacancy_history h
          where h.vacancy_id = ${vacancyId} and h.substitute_id = ${substituteId} and h.kind = ${kind})`);
    if (kind === 'declined')
      await this.#tx.execute(
        sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at, reason)
        values (${vacancyId}, ${substituteId}, ${at}, ${reasonOf(substituteId)}) on conflict do nothing`,
      );
  }
}

/** Two of three people give a reason for declining. */
function reasonOf(substituteId: number): DeclineReason | null {
  return (['too_far', null, 'not_my_class'] as const)[substituteId % 3] ?? null;
}
