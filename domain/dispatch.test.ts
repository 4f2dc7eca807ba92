import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DispatchCandidate,
  type DispatchQuestion,
  type DispatchStep,
  everyoneAt,
  nextStep,
  nextWave,
  offerings,
  policy,
  type SentOffer,
  waveInWords,
} from './dispatch.ts';
import { heldUntil } from './notice-topics.ts';
import { usualOfferHours } from './school.ts';
import { instantOf, localTime } from './time.ts';

const timeZone = 'America/New_York';
const date = '2026-11-24';
const vacancy = {
  date,
  startTime: '07:30',
  startsAt: instantOf(date, '07:30', timeZone),
  endsAt: instantOf(date, '14:30', timeZone),
  timeZone,
  hours: usualOfferHours,
  isOpen: true,
};
const people = (count: number, change: Partial<DispatchCandidate> = {}): DispatchCandidate[] =>
  Array.from({ length: count }, (_, nth) => ({
    id: nth + 1,
    chance: 0.1,
    isFavorite: false,
    quietUntil: null,
    isAtAnyHour: false,
    ...change,
  }));
const at = (day: string, time: string) => instantOf(day, time, timeZone);
const question = (change: Partial<DispatchQuestion> = {}): DispatchQuestion => ({
  offering: 'best_matches',
  vacancy,
  isPaused: false,
  isForEveryone: false,
  candidates: people(100),
  offers: [],
  now: at('2026-11-20', '10:00'),
  ...change,
});
const offer = (substituteId: number, change: Partial<SentOffer> = {}): SentOffer => ({
  substituteId,
  wave: 1,
  at: at('2026-11-20', '10:00'),
  answer: null,
  answeredAt: null,
  remindedAt: null,
  ...change,
});
const sizeOf = (step: DispatchStep) => (step.type === 'offer' ? step.to.length : 0);

/** Takes every step when it is due, with these answers and people, and returns the actions with their times. */
function play(
  start: DispatchQuestion,
  answers: (offer: SentOffer) => 'declined' | 'failed' | null = () => null,
  candidatesAt: (now: Date) => readonly DispatchCandidate[] = () => start.candidates,
) {
  let { now, offers } = start;
  const done: { step: DispatchStep; now: Date }[] = [];
  for (let turn = 0; turn < 5000; turn += 1) {
    const step = nextStep({ ...start, now, offers, candidates: candidatesAt(now) });
    done.push({ step, now });
    if (step.type === 'end') return { done, offers, why: step.why };
    if (step.type === 'offer') {
      const { wave } = step;
      const known = new Set(offers.map(({ substituteId }) => substituteId));
      if (step.to.length === 0 || step.to.some((id) => known.has(id))) throw new Error('Offered again, or to no one.');
      offers = [...offers, ...step.to.map((id) => offer(id, { wave, at: now }))];
    } else if (step.type === 'remind') {
      const reminded = new Set(step.to);
      offers = offers.map((one) => (reminded.has(one.substituteId) ? { ...one, remindedAt: now } : one));
    } else {
      if (step.until <= now) throw new Error('It waits for the past.');
      now = step.until;
      // These answers arrived in the meantime.
      offers = offers.map((one) => {
        const answer = one.answer ?? answers(one);
        return { ...one, answer, answeredAt: answer === null ? null : (one.answeredAt ?? now) };
      });
    }
  }
  throw new Error('It does not end.');
}

describe('the next step', () => {
  it('is nothing for a vacancy that is taken, over, or paused', () => {
    const closed = question({ vacancy: { ...vacancy, isOpen: false } });
    expect(nextStep(closed)).toEqual({ type: 'end', why: 'closed' });
    expect(nextStep(question({ now: vacancy.endsAt }))).toEqual({ type: 'end', why: 'over' });
    expect(nextStep(question({ isPaused: true }))).toEqual({ type: 'end', why: 'paused' });
  });

  it('offers to everyone at once where the school wants that, or someone decided to', () => {
    expect(sizeOf(nextStep(question({ offering: 'everyone' })))).toBe(100);
    expect(nextStep(question({ isForEveryone: true, offers: [offer(1)] }))).toMatchObject({ type: 'offer', wave: 2 });
    expect(sizeOf(nextStep(question({ isForEveryone: true, offers: [offer(1)] })))).toBe(99);
    expect(everyoneAt(question({ offering: 'everyone' }))).toBeNull();
  });

  it('offers to the best first: to few while there is time, to more with little, to everyone near the bell', () => {
    const early = nextStep(question());
    expect(early).toEqual({ type: 'offer', wave: 1, to: [1, 2, 3, 4, 5, 6] });
    const late = nextStep(question({ now: at(date, '05:40') }));
    expect(sizeOf(late)).toBeGreaterThan(sizeOf(early));
    expect(sizeOf(nextStep(question({ now: everyoneAt(question()) ?? new Date(0) })))).toBe(100);
  });

  it('offers to more people where each is less likely to say yes, and to fewer while others may still answer', () => {
    expect(sizeOf(nextStep(question({ candidates: people(100, { chance: 0.01 }) })))).toBe(51);
    expect(sizeOf(nextStep(question({ candidates: people(100, { chance: 0.001 }) })))).toBe(policy.wave.largest);
    const asked = people(80).map(({ id }) => offer(id));
    expect(sizeOf(nextStep(question({ offers: asked, now: at('2026-11-20', '12:00') })))).toBe(policy.wave.smallest);
  });

  it('moves one person up at once for each decline or bounce, within the same wave', () => {
    const now = at('2026-11-20', '10:10');
    const declined = offer(1, { answer: 'declined', answeredAt: now });
    const bounced = offer(2, { answer: 'failed', answeredAt: now });
    const offers = [declined, bounced, offer(3)];
    const candidates = people(100).filter(({ id }) => id !== 1);
    expect(nextStep(question({ now, offers, candidates }))).toEqual({ type: 'offer', wave: 1, to: [4, 5] });
    const replaced = [...offers, offer(4, { at: now }), offer(5, { at: now })];
    expect(nextStep(question({ now, offers: replaced, candidates }))).toMatchObject({ type: 'wait' });
  });

  it('says in the history why it adds people to a wave', () => {
    const { now } = question();
    const earlier = new Date(now.getTime() - 60_000);
    const answered = (id: number, answer: SentOffer['answer']) => offer(id, { at: earlier, answer, answeredAt: now });
    expect(waveInWords(1, 6, [])).toBe('Wave 1: 6 substitutes notified');
    expect(waveInWords(2, 1, [offer(1)])).toBe('Wave 2: 1 substitute notified');
    expect(waveInWords(1, 1, [answered(1, 'declined'), offer(2, { at: earlier })])).toBe(
      'Wave 1: 1 more substitute notified after a decline',
    );
    expect(waveInWords(1, 3, [answered(1, 'declined'), answered(2, 'declined'), answered(3, 'failed')])).toBe(
      'Wave 1: 3 more substitutes notified after 2 declines and a failed delivery',
    );
    expect(waveInWords(1, 2, [offer(1, { at: earlier })])).toBe('Wave 1: 2 more substitutes notified');
  });

  it('notifies those chosen by name in a wave of their own, before the best matches', () => {
    const candidates = people(40).map((one) => ({ ...one, isFavorite: one.id === 7 || one.id === 20 }));
    expect(nextStep(question({ candidates }))).toEqual({ type: 'offer', wave: 1, to: [7, 20] });
    const offers = [offer(7), offer(20)];
    expect(nextStep(question({ candidates, offers })).type).toBe('wait');
    const next = nextWave(question({ candidates, offers }));
    expect(next?.at.getTime()).toBeGreaterThan(question().now.getTime());
    expect(nextStep(question({ candidates, offers, now: next?.at ?? question().now }))).toMatchObject({ wave: 2 });
  });

  it('keeps the head start of those chosen by name through their quiet hours and another one’s decline', () => {
    const now = question().now;
    const soon = new Date(now.getTime() + 10 * 60_000);
    const oneQuiet = people(40).map((one) => ({
      ...one,
      isFavorite: one.id === 7 || one.id === 20,
      quietUntil: one.id === 20 ? soon : null,
    }));
    // The other one is asked as soon as their quiet hours end, still before the best matches.
    expect(nextStep(question({ candidates: oneQuiet }))).toEqual({ type: 'offer', wave: 1, to: [7] });
    const awake = oneQuiet.map((one) => ({ ...one, quietUntil: null }));
    expect(nextStep(question({ candidates: awake, offers: [offer(7)], now: soon }))).toEqual({
      type: 'offer',
      wave: 1,
      to: [20],
    });
    const onlyQuiet = oneQuiet.filter(({ id }) => id !== 7);
    expect(nextStep(question({ candidates: onlyQuiet }))).toEqual({ type: 'wait', until: soon });
    const allNight = onlyQuiet.map((one) =>
      one.id === 20 ? { ...one, quietUntil: new Date(now.getTime() + 86_400_000) } : one,
    );
    const step = nextStep(question({ candidates: allNight }));
    expect(step.type === 'offer' && step.to.includes(1)).toBe(true);
    const declined = [offer(7, { answer: 'declined', answeredAt: soon }), offer(20)];
    const left = awake.filter(({ id }) => id !== 7);
    expect(nextStep(question({ candidates: left, offers: declined, now: soon })).type).toBe('wait');
  });

  it('asks everyone else as soon as no favorite is left who could take it', () => {
    const candidates = people(10).map((one) => ({ ...one, isFavorite: one.id > 8 }));
    const now = at('2026-11-20', '10:05');
    const gone = { answer: 'declined', answeredAt: now } as const;
    const asked = (offers: SentOffer[], who = candidates) =>
      nextStep(question({ offering: 'favorites', candidates: who, now, offers }));
    expect(asked([offer(9, gone), offer(10)]).type).toBe('wait');
    expect(sizeOf(asked([offer(9, gone), offer(10, gone)]))).toBe(8);
    // The other favorite has been booked elsewhere in the meantime.
    expect(sizeOf(asked([offer(9, gone), offer(10)], candidates.slice(0, 8)))).toBe(8);
  });

  it('asks everyone left once the class has begun, and reminds no one', () => {
    const asked = people(5).map(({ id }) => offer(id));
    const begun = question({ now: vacancy.startsAt, offers: asked });
    expect(sizeOf(nextStep(begun))).toBe(95);
    expect(nextStep({ ...begun, candidates: people(5) })).toEqual({ type: 'end', why: 'everyone_asked' });
  });

  it('waits for the morning instead of sending a wave at night', () => {
    const evening = at('2026-11-20', '20:30');
    const asked = people(5).map(({ id }) => offer(id, { at: evening }));
    expect(nextStep(question({ now: evening, offers: asked }))).toEqual({
      type: 'wait',
      until: at('2026-11-21', '07:00'),
    });
    const night = at('2026-11-20', '21:00');
    expect(nextStep(question({ now: night }))).toEqual({ type: 'wait', until: at('2026-11-21', '05:30') });
    const declined = [offer(1, { at: evening, answer: 'declined', answeredAt: night })];
    expect(nextStep(question({ now: night, offers: declined })).type).toBe('wait');
    const early = at('2026-11-20', '04:00');
    expect(nextStep(question({ now: early }))).toEqual({ type: 'wait', until: at('2026-11-20', '05:30') });
    const hours = { from: '07:00', until: '18:00' };
    expect(nextStep(question({ now: early, vacancy: { ...vacancy, hours } }))).toEqual({
      type: 'wait',
      until: at('2026-11-20', '07:00'),
    });
  });

  it.each([
    ['goes back', '2026-10-31', '2026-11-01'],
    ['goes forward', '2026-03-07', '2026-03-08'],
  ])('waits for the same time of the morning when the clock %s in the night', (_, day, next) => {
    const moved = { ...vacancy, date: next, startsAt: at(next, '07:30'), endsAt: at(next, '14:30') };
    const from = (now: Date, hours = usualOfferHours) =>
      nextStep(question({ vacancy: { ...moved, hours }, now, candidates: people(50) }));
    expect(from(at(day, '23:00'))).toEqual({ type: 'wait', until: at(next, '05:30') });
    const { done, offers, why } = play(question({ vacancy: moved, now: at(day, '20:40'), candidates: people(50) }));
    const times = done.filter(({ step }) => step.type === 'offer').map(({ now }) => localTime(now, timeZone));
    expect(times.filter((time) => time >= '21:00' || time < '05:30')).toEqual([]);
    expect([offers.length, why]).toEqual([50, 'everyone_asked']);
  });

  it('sends in the repeated hour if the school’s hours began the first time around', () => {
    const twice = new Date(instantOf('2026-11-01', '01:10', timeZone).getTime() + 60 * 60_000);
    expect(localTime(twice, timeZone)).toBe('01:10');
    const hours = { from: '01:30', until: '21:00' };
    expect(nextStep(question({ now: twice, vacancy: { ...vacancy, hours } })).type).toBe('offer');
    const quietUntil = new Date(twice.getTime() + 10 * 60_000);
    const asleep = people(3, { quietUntil });
    expect(nextStep(question({ now: twice, vacancy: { ...vacancy, hours }, candidates: asleep }))).toEqual({
      type: 'wait',
      until: quietUntil,
    });
  });

  it('asks everyone at any hour where the hours begin too late for waves', () => {
    const dawn = { ...vacancy, startTime: '06:00', startsAt: at(date, '06:00') };
    expect(sizeOf(nextStep(question({ vacancy: dawn, now: at('2026-11-23', '22:00') })))).toBe(100);
  });

  it('skips people in their quiet hours until those end, but not people who agreed to urgent offers', () => {
    const now = at('2026-11-20', '19:00');
    const asleep = { quietUntil: at('2026-11-21', '07:00') };
    const all = people(100).map((one) => (one.id <= 4 ? { ...one, ...asleep } : one));
    expect(nextStep(question({ now, candidates: all }))).toMatchObject({ to: [5, 6, 7, 8, 9, 10] });
    const willing = all.map((one) => (one.id === 3 ? { ...one, quietUntil: null, isAtAnyHour: true } : one));
    expect(nextStep(question({ now, candidates: willing }))).toMatchObject({ to: [3, 5, 6, 7, 8, 9] });
    // At night, only people who agreed to that are notified.
    const night = question({ now: at('2026-11-20', '23:00'), candidates: willing });
    expect(nextStep(night)).toEqual({ type: 'offer', wave: 1, to: [3] });
    // Their turn comes once they can be notified. A first wave to others isn't their turn.
    expect(nextStep(question({ now, candidates: people(2, asleep) }))).toEqual({
      type: 'wait',
      until: asleep.quietUntil,
    });
    expect(nextStep(question({ now: asleep.quietUntil, candidates: people(2) }))).toMatchObject({ to: [1, 2] });
  });

  it('asks people in their quiet hours where waiting costs more, or someone decided to', () => {
    const asleep = people(5, { quietUntil: vacancy.startsAt });
    const morning = question({ candidates: asleep, now: at(date, '05:50') });
    expect(nextStep(morning)).toEqual({ type: 'wait', until: at(date, '06:35') });
    expect(sizeOf(nextStep({ ...morning, now: at(date, '06:35') }))).toBe(5);
    expect(sizeOf(nextStep({ ...morning, isForEveryone: true }))).toBe(5);
    const reminders = { ...morning, offers: [offer(9)], candidates: [...asleep, ...people(9).slice(8)] };
    expect(nextStep(reminders)).toMatchObject({ type: 'remind', to: [9] });
  });

  it('waits for favorites in their quiet hours only while their head start would last', () => {
    const now = at('2026-11-20', '18:30');
    const favorites = (until: Date) =>
      people(10).map((one) => (one.id > 8 ? { ...one, isFavorite: true, quietUntil: until } : one));
    const asked = (candidates: DispatchCandidate[], change: Partial<DispatchQuestion> = {}) =>
      nextStep(question({ offering: 'favorites', now, candidates, ...change }));
    const soon = at('2026-11-20', '20:00');
    expect(asked(favorites(soon))).toEqual({ type: 'wait', until: soon });
    const one = favorites(soon).map((each) => (each.id === 9 ? { ...each, quietUntil: null } : each));
    expect(asked(one)).toEqual({ type: 'offer', wave: 1, to: [9] });
    // The other one follows within the head start.
    const first = [offer(9, { at: now })];
    expect(asked(one, { offers: first })).toEqual({ type: 'wait', until: soon });
    expect(asked(people(10, { isFavorite: true }), { offers: first, now: soon })).toMatchObject({ wave: 1 });
    expect(sizeOf(asked(favorites(at('2026-11-30', '07:00'))))).toBe(8);
    // Everyone is asleep.
    expect(asked(people(3, { quietUntil: soon }))).toEqual({ type: 'wait', until: soon });
  });

  it('reminds within the hours of the school', () => {
    const noon = { ...vacancy, startTime: '12:30', startsAt: at(date, '12:30') };
    const { done } = play(question({ vacancy: noon, candidates: people(5) }));
    const reminders = done.filter(({ step }) => step.type === 'remind').map(({ now }) => now);
    expect(reminders).toEqual([at(date, '05:30'), at(date, '10:40')]);
  });

  it('says when the next wave goes out, and to how many, past reminders and nights', () => {
    const now = at('2026-11-23', '17:00');
    const asked = people(5).map(({ id }) => offer(id, { at: at('2026-11-23', '16:00') }));
    const next = nextWave(question({ now, offers: asked, candidates: people(50) }));
    expect(next?.size).toBeGreaterThan(0);
    expect(nextStep(question({ now: next?.at ?? now, offers: asked, candidates: people(50) }))).toMatchObject({
      type: 'offer',
      wave: 2,
    });
    const late = question({ now: at('2026-11-23', '22:00') });
    expect(nextWave(late)).toEqual({
      at: at(date, '05:30'),
      size: sizeOf(nextStep({ ...late, now: at(date, '05:30') })),
    });
    expect(nextWave(question({ offers: people(100).map(({ id }) => offer(id)) }))).toBeNull();
    expect(nextWave(question({ isPaused: true }))).toBeNull();
  });

  it('gives favorites a head start that shortens toward the start', () => {
    const candidates = people(10).map((one) => ({ ...one, isFavorite: one.id > 7 }));
    const head = (now: Date) => {
      const first = nextStep(question({ offering: 'favorites', candidates, now }));
      expect(first).toEqual({ type: 'offer', wave: 1, to: [8, 9, 10] });
      const offers = [8, 9, 10].map((id) => offer(id, { at: now }));
      const { done } = play(question({ offering: 'favorites', candidates, now, offers }));
      const rest = done.find(({ step }) => step.type === 'offer');
      expect(rest?.step).toEqual({ type: 'offer', wave: 2, to: [1, 2, 3, 4, 5, 6, 7] });
      return ((rest?.now.getTime() ?? 0) - now.getTime()) / 60_000;
    };
    const heads = [at('2026-11-20', '10:00'), at('2026-11-23', '18:00'), at(date, '06:00')].map(head);
    expect(heads).toEqual(heads.toSorted((a, b) => b - a));
    expect(heads.at(-1)).toBe(20);
    expect(sizeOf(nextStep(question({ offering: 'favorites', candidates: people(10) })))).toBe(10);
    const first = at('2026-11-20', '10:00');
    const due = everyoneAt({ ...question({ offering: 'favorites' }), first });
    expect((Number(due) - first.getTime()) / 60_000).toBe(heads[0]);
    const bell = question({ offering: 'favorites', candidates, now: at(date, '06:50') });
    expect(sizeOf(nextStep(bell))).toBe(10);
  });

  it('reminds those asked long before of the evening before and of the last two hours, once each', () => {
    const { done, why } = play(question({ candidates: people(8) }));
    const reminders = done.filter(({ step }) => step.type === 'remind');
    expect(reminders.map(({ now }) => now)).toEqual([at('2026-11-23', '18:00'), at(date, '05:40')]);
    expect(reminders[0]?.step).toEqual({ type: 'remind', to: [1, 2, 3, 4, 5, 6, 7, 8] });
    expect(why).toBe('everyone_asked');
  });

  it('reminds no one who answered, was reminded or is no longer eligible', () => {
    const offers = [
      offer(1),
      offer(2, { answer: 'declined', answeredAt: at('2026-11-20', '11:00') }),
      offer(3, { remindedAt: at('2026-11-23', '18:00') }),
      offer(4),
      offer(5, { at: at('2026-11-23', '17:30') }),
    ];
    const now = at('2026-11-23', '18:01');
    const candidates = people(5).filter(({ id }) => id !== 4);
    expect(nextStep(question({ candidates, offers, now }))).toEqual({ type: 'remind', to: [1] });
  });

  it('looks again before the start if no one is eligible, or the only person has declined', () => {
    const declined = [offer(1, { answer: 'declined', answeredAt: at('2026-11-20', '11:00') })];
    for (const offers of [[], declined]) {
      const none = question({ candidates: [], offers });
      expect(nextStep(none)).toEqual({ type: 'wait', until: at('2026-11-23', '18:00') });
      expect(play(none).done.map(({ now }) => now)).toEqual([none.now, at('2026-11-23', '18:00'), at(date, '05:40')]);
      expect(play(none).why).toBe('everyone_asked');
      const late = { ...none, now: at('2026-11-23', '18:00'), candidates: people(1, { id: 2 }) };
      expect(nextStep(late)).toMatchObject({ type: 'offer', to: [2] });
    }
    expect(nextStep(question({ candidates: [], now: at(date, '06:00') }))).toMatchObject({ why: 'everyone_asked' });
  });

  it('offers to the only person who is eligible, and reminds them', () => {
    const { done } = play(question({ candidates: people(1) }));
    expect(done.flatMap(({ step }) => (step.type === 'wait' ? [] : [step]))).toEqual([
      { type: 'offer', wave: 1, to: [1] },
      { type: 'remind', to: [1] },
      { type: 'remind', to: [1] },
      { type: 'end', why: 'everyone_asked' },
    ]);
  });

  it('ends, whatever happens, with the vacancy over or everyone eligible asked exactly once', () => {
    const time = fc.constantFrom('00:00', '01:30', '02:30', '05:30', '06:00', '12:00', '20:00', '21:00', '23:59');
    const start = fc.record({
      offering: fc.constantFrom(...offerings),
      timeZone: fc.constantFrom('America/New_York', 'Pacific/Honolulu', 'Europe/Berlin'),
      date: fc.constantFrom('2026-11-24', '2026-11-01', '2026-03-08', '2026-10-25'),
      startTime: fc.constantFrom('07:30', '05:00', '00:05', '12:30', '23:00'),
      minutes: fc.oneof(fc.nat(200), fc.nat(20_000), fc.integer({ min: -120, max: 0 })),
      candidates: fc.array(
        fc.record({
          chance: fc.double({ min: 0, max: 1, noNaN: true }),
          isFavorite: fc.boolean(),
          isAtAnyHour: fc.boolean(),
          quiet: fc.record({ from: time, to: time, urgentMayDisturb: fc.constant(false) }),
        }),
        {
          maxLength: 80,
        },
      ),
      hours: fc
        .tuple(time, time)
        .filter(([from, until]) => from < until)
        .map(([from, until]) => ({ from, until })),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(start, ({ offering, minutes, seed, candidates, ...when }) => {
        const startsAt = instantOf(when.date, when.startTime, when.timeZone);
        const endsAt = new Date(startsAt.getTime() + 60 * 60_000);
        const now = new Date(startsAt.getTime() - minutes * 60_000);
        const allAt = (moment: Date) =>
          candidates.map(({ quiet, ...one }, nth) => ({
            ...one,
            id: nth + 1,
            quietUntil: heldUntil('vacancy_posted', false, quiet, when.timeZone, moment),
          }));
        const answers = ({ substituteId }: SentOffer) =>
          (['declined', 'failed', null, null, null] as const)[(substituteId * 7 + seed) % 5] ?? null;
        const { why, offers } = play(
          question({ offering, vacancy: { ...when, startsAt, endsAt, isOpen: true }, now }),
          answers,
          allAt,
        );
        if (minutes > -60) expect(offers.length).toBe(candidates.length);
        expect(why).toBe(minutes > -60 ? 'everyone_asked' : 'over');
      }),
      { numRuns: 300 },
    );
  });
});
