import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chancesOf,
  hasTimeToSpare,
  medianDays,
  rank,
  rankedInWords,
  type RankingFacts,
  rankingReasons,
  tieBreak,
  usualAnswers,
} from './ranking.ts';

const facts: RankingFacts = {
  isAskedFor: false,
  isTeachersFavorite: false,
  isSchoolsFavorite: false,
  timesWithTeacher: 0,
  timesHere: 0,
  isNoShowHere: false,
  knowsSubject: false,
  choseGrade: false,
  isNotTheirClass: false,
  prefersDate: false,
  distance: null,
  chance: 0.1,
  usualYes: 0.5,
  sparesWilling: false,
  daysThisMonth: 10,
  usualDays: 0,
  scarcity: 0,
};
const points = (change: Partial<RankingFacts>) => rank({ ...facts, ...change }).points;

describe('the rank of a substitute', () => {
  it('is best for those asked for by name, then favorites, then those who know the class', () => {
    const inOrder = [
      points({ isAskedFor: true, chance: 0, scarcity: 20 }),
      points({ isTeachersFavorite: true, isSchoolsFavorite: true }),
      points({ isTeachersFavorite: true }),
      points({ isSchoolsFavorite: true }),
      points({ timesWithTeacher: 3, timesHere: 5 }),
      points({ timesHere: 5 }),
      points({ knowsSubject: true }),
      points({ choseGrade: true, distance: 'near' }),
      points({ distance: 'near' }),
      points({}),
      points({ distance: 'far' }),
      points({ isAskedFor: true, isTeachersFavorite: true, timesWithTeacher: 40, chance: 1, isNoShowHere: true }),
    ];
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => b - a));
  });

  it.each<[Partial<RankingFacts>, Partial<RankingFacts>]>([
    [{ chance: 0.2 }, { chance: 0.1 }],
    [{ chance: 0.0001 }, { chance: 0, scarcity: 0.01 }],
    [{ daysThisMonth: 2 }, { daysThisMonth: 9 }],
    [{ scarcity: 1 }, { scarcity: 2 }],
    [{ prefersDate: true }, {}],
    [{ distance: 'usual' }, { distance: 'far' }],
    [{ choseGrade: true }, {}],
    [{}, { isNotTheirClass: true }],
  ])('%j comes before %j', (first, second) => {
    expect(points(first)).toBeGreaterThan(points(second));
  });

  it('keeps those who often say yes for the same morning, while there is time to ask others', () => {
    const willing = { chance: 0.18, usualYes: 0.9 };
    const seldom = { chance: 0.06, usualYes: 0.3 };
    expect(points({ ...willing, sparesWilling: true })).toBeLessThan(points({ ...seldom, sparesWilling: true }));
    expect(points(willing)).toBeGreaterThan(points(seldom));
    // Favorites, and people asked for by name, still come first.
    for (const first of [{ isAskedFor: true }, { isTeachersFavorite: true }, { isSchoolsFavorite: true }])
      expect(points({ ...willing, ...first, sparesWilling: true })).toBeGreaterThan(
        points({ ...seldom, sparesWilling: true }),
      );
    expect([0, 9.9, 10, 100].map(hasTimeToSpare)).toEqual([false, false, true, true]);
  });

  it('does not depend on a name, gender or age', () => {
    const who = fc.record({ fullName: fc.string(), gender: fc.string(), age: fc.nat(90), id: fc.nat() });
    fc.assert(
      fc.property(who, who, fc.nat(9), (one, other, timesHere) => {
        expect(rank({ ...facts, timesHere, ...one })).toEqual(rank({ ...facts, timesHere, ...other }));
      }),
    );
  });

  it('says its reasons in one order, but never a chance or a price', () => {
    expect(rank({ ...facts, chance: 0.99, scarcity: 3 }).reasons).toEqual([]);
    expect(
      rank({
        ...facts,
        isAskedFor: true,
        isTeachersFavorite: true,
        isSchoolsFavorite: true,
        knowsSubject: true,
        choseGrade: true,
        prefersDate: true,
        timesHere: 2,
        timesWithTeacher: 1,
        distance: 'near',
        daysThisMonth: 1,
        usualDays: 2,
      }).reasons,
    ).toEqual(rankingReasons.filter((reason) => reason !== 'here'));
    expect(rank({ ...facts, timesHere: 2 }).reasons).toEqual(['here']);
  });

  it('name little work in a month only for the few who work less than most others', () => {
    const reasons = (daysThisMonth: number, usualDays: number) =>
      rank({ ...facts, timesHere: 2, daysThisMonth, usualDays }).reasons;
    expect(reasons(0, 1)).toEqual(['here', 'fair_share']);
    expect(reasons(2, 5)).toEqual(['here', 'fair_share']);
    // On the first days of a month, almost no one has worked yet.
    expect(reasons(0, 0)).toEqual(['here']);
    expect(reasons(3, 8)).toEqual(['here']);
    expect(medianDays([])).toBe(0);
    expect(medianDays([4, 0, 9, 0, 0])).toBe(0);
    expect(medianDays([4, 1, 9, 2])).toBe(2);
    expect(medianDays([7, 3, 12])).toBe(7);
  });
});

describe('the reasons in words', () => {
  it('counts classes, and is empty without a reason', () => {
    const times = { timesWithTeacher: 3, timesHere: 1 };
    expect(rankedInWords(['with_teacher', 'here', 'near'], times, '2026-11-23')).toBe(
      'Taught this class 3 times · Been here once · Near',
    );
    expect(rankedInWords([], times, '2026-11-23')).toBe('');
    expect(rankedInWords(['teachers_favorite'], times, '2026-11-23')).toBe('The teacher’s favorite');
    expect(rankedInWords(['teachers_favorite'], times, '2026-11-23', 'teacher')).toBe('Your favorite');
    expect(rankedInWords(['with_teacher', 'here'], null, '2026-11-23')).toBe(
      'Taught this class before · Been here before',
    );
    expect(rankedInWords(['preferred_date'], times, '2026-11-23')).toBe('Prefers to work this Monday');
    expect(rankedInWords(rankingReasons, times, '2026-11-23').split(' · ')).toHaveLength(rankingReasons.length);
  });
});

describe('the chance of a yes', () => {
  const none = { asked: 0, answered: 0, yes: 0 };
  const unknown = { own: none, ownOtherLead: none, here: none, school: none, offersThisWeek: 0, othersThatDay: 0 };

  const chanceOfYes = (question: typeof unknown) => chancesOf(question).chance;

  it("is the usual one without answers, and the school's after its first ones", () => {
    expect(chanceOfYes(unknown)).toBeCloseTo(usualAnswers.answer * usualAnswers.yes);
    expect(chanceOfYes({ ...unknown, school: { asked: 400, answered: 200, yes: 180 } })).toBeGreaterThan(0.3);
  });

  it('learns from a person’s own answers: few count little, many count a lot, and those here and with this lead time count most', () => {
    const eager = (asked: number) => ({ asked, answered: asked, yes: asked });
    const after = [0, 1, 5, 50].map((asked) => chanceOfYes({ ...unknown, own: eager(asked) }));
    expect(after).toEqual(after.toSorted((a, b) => a - b));
    expect(after[1]).toBeLessThan(0.3);
    expect(after[3]).toBeGreaterThan(0.8);
    expect(chanceOfYes({ ...unknown, ownOtherLead: eager(5) })).toBeLessThan(after[2] ?? 0);
    const declined = { asked: 5, answered: 5, yes: 0 };
    expect(chanceOfYes({ ...unknown, own: eager(20), here: declined })).toBeLessThan(0.5);
    expect(chanceOfYes({ ...unknown, own: { asked: 30, answered: 0, yes: 0 } })).toBeLessThan(0.02);
  });

  it('knows how often someone says yes anywhere, apart from their attention and this school', () => {
    const own = { asked: 40, answered: 20, yes: 18 };
    const here = { asked: 5, answered: 5, yes: 0 };
    const { usualYes } = chancesOf({ ...unknown, own });
    expect(usualYes).toBeGreaterThan(0.8);
    expect(chancesOf({ ...unknown, own, here, offersThisWeek: 100, othersThatDay: 5 }).usualYes).toBe(usualYes);
    expect(chancesOf(unknown).usualYes).toBe(usualAnswers.yes);
  });

  it('falls with the offers of the week and of the same day', () => {
    const fresh = chanceOfYes(unknown);
    expect(chanceOfYes({ ...unknown, offersThisWeek: 20 })).toBeLessThan(fresh);
    expect(chanceOfYes({ ...unknown, othersThatDay: 3 })).toBeLessThan(fresh);
  });

  it('is always a probability', () => {
    const answers = fc
      .record({ asked: fc.nat(500), answered: fc.nat(500), yes: fc.nat(500) })
      .map(({ asked, answered, yes }) => {
        const some = Math.min(asked, answered);
        return { asked, answered: some, yes: Math.min(some, yes) };
      });
    const known = { own: answers, ownOtherLead: answers, here: answers, school: answers };
    fc.assert(
      fc.property(fc.record({ ...known, offersThisWeek: fc.nat(300), othersThatDay: fc.nat(30) }), (question) => {
        const chance = chanceOfYes(question);
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThan(1);
      }),
    );
  });
});

describe('the order among equals', () => {
  it('favors no one: over many vacancies, each of two people comes first about as often', () => {
    const times = Array.from({ length: 2000 }, (_, vacancy) => tieBreak(vacancy, 1) < tieBreak(vacancy, 900_000));
    const first = times.filter(Boolean).length;
    expect(first).toBeGreaterThan(900);
    expect(first).toBeLessThan(1100);
    expect(tieBreak(7, 12)).toBe(tieBreak(7, 12));
  });
});
