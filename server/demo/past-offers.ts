import { fitsAvailability } from '#domain/availability.ts';
import type { DeclineReason } from '#domain/decline.ts';
import { nextStep, type SentOffer, waveInWords } from '#domain/dispatch.ts';
import type { RankingReason } from '#domain/ranking.ts';
import { usualOfferHours } from '#domain/school.ts';
import { addDays, localDate } from '#domain/time.ts';
import type { HistoryKind } from '#domain/vacancy.ts';
import type { DemoVacancy, HistoryLine, PastOffer } from '#server/demo/absence.ts';
import type { Chance } from '#server/demo/chance.ts';
import { type DemoPerson, worksSince } from '#server/demo/people.ts';
import { demoSchool, demoZone } from '#server/demo/schools.ts';

const minute = 60_000;
/** The days whose notifications are written: as many as the report Fill covers by default. */
const reach = 90;

/**
 * The median minutes until someone opens a notification, and the shape of the distribution, as in the policy's
 * `answer`.
 */
const looks = { median: 12, shape: 1.2 } as const;

/** The shares of the people who open a notification, and of those who then decline. */
const moods = { looks: 0.62, declines: 0.24 } as const;

/** These kinds of history entries end the time in which substitutes are offered a class, and these begin it. */
const closing: readonly HistoryKind[] = ['requested', 'assigned', 'deleted', 'corrected'];
const opening: readonly HistoryKind[] = ['posted', 'withdrawn', 'rejected', 'released', 'yes_undone', 'reopened'];

/**
 * Adds the notifications of the last weeks' classes, and the answers to them: who opened the class, and who declined
 * it. At a school that offers its classes in waves, the waves are those of the product's own policy. The rest of each
 * class's history stays.
 */
export function withPastOffers(
  vacancies: readonly DemoVacancy[],
  people: readonly DemoPerson[],
  chance: Chance,
  now: Date,
): DemoVacancy[] {
  const today = localDate(now, demoZone);
  const substitutes = people.filter((person) => person.role === 'substitute' && person.isApproved);
  const teachers = new Map(people.map((person) => [person.number, person]));
  const known = new Map<string, number>();
  const covered = (key: string) => known.get(key) ?? 0;
  const done = new Map<DemoVacancy, DemoVacancy>();
  for (const one of vacancies.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const { teacher, school, date, state } = one;
    if (date >= addDays(today, -reach) && date < today && state.deletedAt === null) {
      const subject = teachers.get(teacher)?.course?.subjects;
      const candidates = substitutes.filter((person) => couldCome(person, one));
      const ranked = candidates
        .map((person) => {
          const reasons: RankingReason[] = [];
          if (covered(`${person.number} ${teacher}`) > 0) reasons.push('with_teacher');
          else if (covered(`${person.number} ${school}`) > 0) reasons.push('here');
          if (subject !== undefined && person.preferredSubjects?.includes(subject)) reasons.push('subject');
          if (person.number % 4 === 1) reasons.push('near');
          const eager = one.history.some(({ substitute }) => substitute === person.number) ? 1.5 : 0;
          return { substitute: person.number, reasons, points: reasons.length + eager + 2 * chance.next() };
        })
        .toSorted((a, b) => b.points - a.points);
      done.set(one, new Offering(one, ranked, chance).offered());
    }
    if (state.substituteId === null) continue;
    for (const key of [teacher, school])
      known.set(`${state.substituteId} ${key}`, covered(`${state.substituteId} ${key}`) + 1);
  }
  return vacancies.map((one) => done.get(one) ?? one);
}

/** Returns whether a substitute worked at the school when a class was posted, and is usually available at its time. */
function couldCome(person: DemoPerson, { school, date, start, end, createdAt }: DemoVacancy): boolean {
  const since = worksSince(person, school);
  if (since === null || since >= createdAt) return false;
  const singleDate = person.dates.find((each) => each.date === date)?.status ?? null;
  const { settings } = demoSchool(school);
  return fitsAvailability({ week: person.week, singleDate, vacancy: { date, start, end }, settings }).fits;
}

type Ranked = { substitute: number; reasons: RankingReason[] };

/** One class while it is offered. */
class Offering {
  readonly #vacancy: DemoVacancy;
  readonly #ranked: readonly Ranked[];
  readonly #chance: Chance;
  readonly #offers: PastOffer[] = [];
  readonly #lines: HistoryLine[] = [];
  readonly #declines: DemoVacancy['declines'] = [];

  constructor(vacancy: DemoVacancy, ranked: readonly Ranked[], chance: Chance) {
    this.#vacancy = vacancy;
    this.#ranked = ranked;
    this.#chance = chance;
  }

  /** Returns the class with its notifications and answers. */
  offered(): DemoVacancy {
    const isInWaves = demoSchool(this.#vacancy.school).offering === 'best_matches';
    if (isInWaves) this.#sendWaves();
    else this.#send(0, this.#ranked, this.#vacancy.createdAt);
    const kept = this.#vacancy.history.filter(({ kind }) => kind !== 'notified' || !isInWaves);
    return {
      ...this.#vacancy,
      history: [...kept, ...this.#lines].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      declines: [...this.#vacancy.declines, ...this.#declines].map((one) => ({
        ...one,
        reason: reasonOf(one.substitute),
      })),
      offered: { isInWaves, isEveryoneAsked: this.#offers.length === this.#ranked.length, offers: this.#offers },
    };
  }

  #sendWaves(): void {
    const { date, start: startTime, state } = this.#vacancy;
    const { startsAt, endsAt } = state;
    const candidates = this.#ranked.map(({ substitute: id }) => ({
      id,
      chance: 0.2,
      isFavorite: false,
      quietUntil: null,
      isAtAnyHour: false,
    }));
    let at: Date | null = this.#opensAt(this.#vacancy.createdAt);
    while (at !== null) {
      const now: Date = at;
      const step = nextStep({
        offering: 'best_matches',
        vacancy: { date, startTime, startsAt, endsAt, timeZone: demoZone, hours: usualOfferHours, isOpen: true },
        isPaused: false,
        isForEveryone: false,
        candidates: candidates.filter(({ id }) => !this.#hasActedBefore(id, now)),
        offers: this.#offers.map((offer) => sentOffer(offer, now)),
        now,
      });
      if (step.type === 'end') return;
      if (step.type === 'wait') at = this.#opensAt(this.#nextAnswer(now, step.until));
      else if (step.type === 'remind') this.#remind(step.to, now);
      else {
        const to = new Set(step.to);
        this.#send(
          step.wave,
          this.#ranked.filter(({ substitute }) => to.has(substitute)),
          now,
        );
      }
    }
  }

  /** Someone who found the class before their wave isn't notified of it. */
  #hasActedBefore(substitute: number, at: Date): boolean {
    return this.#vacancy.history.some(
      (line) => line.substitute === substitute && line.kind !== 'seen' && line.at <= at,
    );
  }

  /** Returns this time if the class is open then, or the time when it opens again. Returns null if it never does. */
  #opensAt(at: Date): Date | null {
    const changes = this.#vacancy.history.filter(({ kind }) => closing.includes(kind) || opening.includes(kind));
    const last = changes.findLast((line) => line.at <= at);
    if (last === undefined || opening.includes(last.kind)) return at;
    return changes.find((line) => line.at > at && opening.includes(line.kind))?.at ?? null;
  }

  /** Returns whether the class is open, and not over. */
  #isOpenAt(at: Date): boolean {
    return at < this.#vacancy.state.endsAt && this.#opensAt(at)?.getTime() === at.getTime();
  }

  /** Returns the time of the next decline, which moves the next person up, or `until` if that is earlier. */
  #nextAnswer(now: Date, until: Date): Date {
    const declines = this.#offers.flatMap(({ answer, answeredAt }) =>
      answer === 'declined' && answeredAt !== null && answeredAt > now && answeredAt < until ? [answeredAt] : [],
    );
    return declines.reduce((first, one) => (one < first ? one : first), until);
  }

  #remind(to: readonly number[], at: Date): void {
    for (const offer of this.#offers) if (to.includes(offer.substitute)) offer.remindedAt = at;
    this.#lines.push({ ...nobody, kind: 'notified', at, reason: `${countOf(to.length)} reminded` });
  }

  #send(wave: number, to: readonly Ranked[], at: Date): void {
    if (wave > 0)
      this.#lines.push({ ...nobody, kind: 'notified', at, reason: waveInWords(wave, to.length, this.#offers) });
    for (const { substitute, reasons } of to) {
      const own = this.#vacancy.history.filter((line) => line.substitute === substitute);
      const acted = own.find(({ kind }) => ['requested', 'assigned', 'declined'].includes(kind));
      const offer: PastOffer = {
        substitute,
        wave,
        rank: this.#ranked.findIndex((one) => one.substitute === substitute) + 1,
        reasons,
        at,
        remindedAt: null,
        seenAt: own.find(({ kind }) => kind === 'seen')?.at ?? null,
        answer: acted === undefined ? null : acted.kind === 'declined' ? 'declined' : 'yes',
        answeredAt: acted?.at ?? null,
      };
      this.#offers.push(offer);
      if (acted === undefined) this.#look(offer);
      else if (acted.kind === 'declined' && offer.seenAt === null)
        this.#see(offer, new Date(Math.max(at.getTime(), acted.at.getTime() - 20_000)));
    }
  }

  /** Many people open a notification within minutes, some after hours, and some never. A few then decline. */
  #look(offer: PastOffer): void {
    const part = this.#chance.next();
    const declines = this.#chance.happens(moods.declines);
    if (part >= moods.looks) return;
    const waits = looks.median * (part / (moods.looks * 1.04 - part)) ** (1 / looks.shape) * minute;
    const seenAt = new Date(Math.floor(offer.at.getTime() + 20_000 + waits));
    if (!this.#isOpenAt(seenAt)) return;
    this.#see(offer, seenAt);
    const at = new Date(seenAt.getTime() + 35_000);
    if (!declines || !this.#isOpenAt(at)) return;
    offer.answer = 'declined';
    offer.answeredAt = at;
    const { substitute } = offer;
    this.#lines.push({ ...nobody, kind: 'declined', at, actor: substitute, substitute });
    this.#declines.push({ substitute, at });
  }

  #see(offer: PastOffer, at: Date): void {
    const { substitute } = offer;
    offer.seenAt = at;
    this.#lines.push({ ...nobody, kind: 'seen', at, actor: substitute, substitute });
  }
}

const nobody = { actor: null, substitute: null, reason: null, changes: null } as const;

function sentOffer({ substitute, wave, at, answer, answeredAt, remindedAt }: PastOffer, now: Date): SentOffer {
  const hasDeclined = answer === 'declined' && answeredAt !== null && answeredAt <= now;
  return {
    substituteId: substitute,
    wave,
    at,
    answer: hasDeclined ? 'declined' : null,
    answeredAt: hasDeclined ? answeredAt : null,
    remindedAt,
  };
}

function countOf(people: number): string {
  return people === 1 ? '1 substitute' : `${people} substitutes`;
}

/** Most people give a reason for declining. */
function reasonOf(substitute: number): DeclineReason | null {
  return (['too_far', null, 'short_notice', 'not_that_day', 'not_my_class'] as const)[substitute % 5] ?? null;
}
