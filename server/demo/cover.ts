import { fitsAvailability } from '#domain/availability.ts';
import { localTime, minutesOf } from '#domain/time.ts';
import { type Absence, spanOf, type Step } from '#server/demo/absence.ts';
import type { Chance } from '#server/demo/chance.ts';
import { cancelReasons, releaseReasons, requestNotes } from '#server/demo/classes.ts';
import { type DemoPerson, worksSince } from '#server/demo/people.ts';
import { demoSchool, demoZone, type SchoolKey } from '#server/demo/schools.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The substitutes who are still free. */
export type Pool = {
  chance: Chance;
  substitutes: readonly DemoPerson[];
  /** Returns the approved administrator of a school. Returns null if there is none yet. */
  adminOf(school: SchoolKey): number | null;
  isFree(substitute: number, startsAt: Date, endsAt: Date): boolean;
  take(substitute: number, startsAt: Date, endsAt: Date): void;
};

/** Returns a pool in which everyone is free. */
export function openPoolOf(chance: Chance, people: readonly DemoPerson[]): Pool {
  const taken = new Map<number, { startsAt: Date; endsAt: Date }[]>();
  return {
    chance,
    substitutes: people.filter((person) => person.role === 'substitute' && person.isApproved),
    adminOf: (school) =>
      people.find((person) => person.role === 'school_admin' && person.isApproved && person.school === school)
        ?.number ?? null,
    isFree: (substitute, startsAt, endsAt) =>
      (taken.get(substitute) ?? []).every((span) => span.endsAt <= startsAt || endsAt <= span.startsAt),
    take: (substitute, startsAt, endsAt) =>
      void taken.set(substitute, [...(taken.get(substitute) ?? []), { startsAt, endsAt }]),
  };
}

/**
 * Decides what happens to an absence as in a real district: mostly filled, sometimes only on the second attempt, a few
 * never. `usual` is the substitute it would go to first. `holder` is the latest to have it.
 */
export function coverOf(pool: Pool, absence: Absence, usual: number | null): { steps: Step[]; holder: number | null } {
  const steps = new Cover(pool, absence, usual).steps();
  const last = steps.findLast(({ event }) => event.type === 'approve' || event.type === 'assign')?.event;
  return { steps, holder: last !== undefined && 'substituteId' in last ? last.substituteId : null };
}

/** One absence being played. `at` is its current moment. */
class Cover {
  readonly #pool: Pool;
  readonly #chance: Chance;
  readonly #absence: Absence;
  readonly #startsAt: Date;
  readonly #endsAt: Date;
  readonly #times: { start: string; end: string };
  readonly #usual: number | null;
  readonly #admin: number | null;
  readonly #steps: Step[] = [];
  #at: Date;

  constructor(pool: Pool, absence: Absence, usual: number | null) {
    const { startsAt, endsAt, start, end } = spanOf(absence);
    this.#pool = pool;
    this.#chance = pool.chance;
    this.#absence = absence;
    this.#startsAt = startsAt;
    this.#endsAt = endsAt;
    this.#times = { start, end };
    this.#usual = usual;
    this.#admin = pool.adminOf(absence.school);
    this.#at = absence.createdAt;
  }

  steps(): Step[] {
    this.#declines();
    const lead = this.#startsAt.getTime() - this.#absence.createdAt.getTime();
    if (lead > 6 * hour && this.#chance.happens(0.025)) {
      this.#wait(lead / 3, 0.8);
      this.#add(this.#absence.teacher, { type: 'remove', by: 'teacher' });
    } else if (this.#chance.happens(lead < 6 * hour ? 0.07 : 0.012)) this.#stayOpen();
    else this.#fill(3);
    return this.#steps;
  }

  #declines(): void {
    const { school, createdAt } = this.#absence;
    for (const person of this.#pool.substitutes.filter((each) => worksAt(each, school, createdAt))) {
      if (!this.#chance.happens(0.012)) continue;
      // Declines come before any request, because people decline open vacancies.
      const at = new Date(
        createdAt.getTime() +
          this.#chance.next() * Math.min(2 * minute, (this.#startsAt.getTime() - createdAt.getTime()) / 4),
      );
      this.#steps.push({ at, actor: person.number, event: { type: 'decline', by: person.number } });
      if (at > this.#at) this.#at = at;
    }
  }

  #stayOpen(): void {
    if (this.#chance.happens(0.2)) {
      const late = demoSchool(this.#absence.school).bookFirst ? null : this.#candidate();
      if (late === null) return;
      this.#at = new Date(
        this.#startsAt.getTime() - (this.#startsAt.getTime() - this.#at.getTime()) * 0.1 * this.#chance.next() - 1000,
      );
      this.#add(late, { type: 'request', by: late });
      this.#at = this.#startsAt;
      this.#add(null, { type: 'expireRequest' });
    } else if (this.#admin !== null && this.#chance.happens(0.12)) {
      const cameAnyway = this.#candidate();
      if (cameAnyway === null) return;
      this.#at = new Date(this.#endsAt.getTime() + 50 * minute);
      const reason = 'Was called by phone in the morning and signed in at the office.';
      this.#add(this.#admin, { type: 'correct', substituteId: cameAnyway, reason }, { reason });
    }
  }

  #fill(attempts: number): void {
    const substitute = attempts > 0 ? this.#candidate() : null;
    if (substitute === null) return;
    if (this.#absence.bookFirst || demoSchool(this.#absence.school).bookFirst) {
      this.#wait(...this.#pace('request'));
      this.#add(substitute, { type: 'request', by: substitute });
      this.#add(substitute, { type: 'approve', substituteId: substitute });
      return this.#perhapsLose(substitute, attempts);
    }
    return this.#admin !== null && this.#chance.happens(0.17)
      ? this.#assign(this.#admin, substitute, attempts)
      : this.#request(substitute, attempts);
  }

  #assign(admin: number, substitute: number, attempts: number): void {
    this.#wait(...this.#pace('request'));
    this.#add(admin, { type: 'assign', substituteId: substitute });
    const answer = this.#chance.next();
    if (answer > 0.95) return;
    this.#wait(...this.#pace('answer'));
    if (answer < 0.84) return this.#add(substitute, { type: 'confirm', by: substitute });
    this.#add(substitute, { type: 'cannotCome', by: substitute });
    return this.#fill(attempts - 1);
  }

  #request(substitute: number, attempts: number): void {
    this.#wait(...this.#pace('request'));
    this.#add(
      substitute,
      { type: 'request', by: substitute },
      this.#chance.happens(0.25) ? { note: this.#chance.pick(requestNotes) } : {},
    );
    this.#wait(...this.#pace('answer'));
    const answerer = this.#admin !== null && this.#chance.happens(0.25) ? this.#admin : this.#absence.teacher;
    const answer = this.#chance.next();
    if (answer < 0.05) {
      this.#add(substitute, { type: 'withdraw', by: substitute });
      return this.#fill(attempts - 1);
    }
    if (answer < 0.1) {
      this.#add(answerer, { type: 'reject' });
      return this.#fill(attempts - 1);
    }
    this.#add(answerer, { type: 'approve', substituteId: substitute });
    return this.#perhapsLose(substitute, attempts);
  }

  #perhapsLose(substitute: number, attempts: number): void {
    if (!this.#chance.happens(0.06)) return;
    this.#wait((this.#startsAt.getTime() - this.#at.getTime()) / 2, 0.8);
    const cancels = this.#chance.happens(0.65);
    const reason = this.#chance.pick(cancels ? cancelReasons : releaseReasons);
    const by = cancels
      ? ({ id: substitute, role: 'substitute' } as const)
      : ({ id: this.#absence.teacher, role: 'teacher' } as const);
    this.#add(by.id, { type: 'release', by, reason }, { reason });
    if (this.#chance.happens(0.8)) this.#fill(attempts - 1);
  }

  #candidate(): number | null {
    const { school, date, createdAt } = this.#absence;
    const settings = demoSchool(school).settings;
    const free = this.#pool.substitutes.filter(
      (person) =>
        worksAt(person, school, createdAt) &&
        !this.#steps.some(({ event }) => event.type === 'decline' && event.by === person.number) &&
        this.#pool.isFree(person.number, this.#startsAt, this.#endsAt) &&
        fitsAvailability({
          week: person.week,
          singleDate: person.dates.find((each) => each.date === date)?.status ?? null,
          vacancy: { date, ...this.#times },
          settings,
        }).fits,
    );
    const chosen = this.#chance.pickWeighted(
      free,
      (person) => person.keenness * (person.number === this.#usual ? 25 : 1),
    );
    if (chosen === undefined) return null;
    this.#pool.take(chosen.number, this.#startsAt, this.#endsAt);
    return chosen.number;
  }

  /**
   * Returns the mean of a waiting time, and the share of the remaining time it can take: no one waits shortly before
   * the bell.
   */
  #pace(what: 'request' | 'answer'): [number, number] {
    const left = this.#startsAt.getTime() - this.#at.getTime();
    if (left < 6 * hour) return [what === 'request' ? 14 * minute : 5 * minute, 0.55];
    if (left < 2 * day) return [what === 'request' ? 1.5 * hour : 0.8 * hour, 0.6];
    return [what === 'request' ? 22 * hour : 7 * hour, 0.6];
  }

  #wait(mean: number, share: number): void {
    const left = this.#startsAt.getTime() - this.#at.getTime();
    const then =
      this.#at.getTime() + Math.max(Math.min(this.#chance.waiting(mean), left * share), Math.min(20_000, left / 20));
    const woken = awake(new Date(Math.floor(then)), this.#chance);
    this.#at = woken < this.#startsAt ? woken : new Date(Math.floor(then));
  }

  #add(actor: number | null, event: Step['event'], more: Pick<Step, 'reason' | 'note'> = {}): void {
    this.#steps.push({ at: this.#at, actor, event, ...more });
  }
}

/** Returns whether a person has worked at a school since before this moment. */
function worksAt(person: DemoPerson, school: SchoolKey, at: Date): boolean {
  const since = worksSince(person, school);
  return since !== null && since < at;
}

/** Returns the same moment, or the next early morning if it is at night. */
function awake(at: Date, chance: Chance): Date {
  const time = minutesOf(localTime(at, demoZone));
  if (time >= minutesOf('05:15') && time <= minutesOf('22:40')) return at;
  const untilMorning = (minutesOf('05:20') - time + 24 * 60) % (24 * 60);
  return new Date(at.getTime() + (untilMorning + chance.between(0, 55)) * minute);
}
