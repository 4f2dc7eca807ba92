import { expect, it } from 'vitest';
import { historyKinds } from '#domain/vacancy.ts';
import {
  deletedWords,
  historyWords,
  type HistoryEntry,
  undeliveredWords,
  waitingWords,
} from '#web/features/vacancies/details/history-words.ts';

const line: HistoryEntry = {
  id: 1,
  kind: 'posted',
  at: '2026-11-23T10:45:00.000Z',
  actorId: 1,
  actorName: 'Maya Okafor',
  substituteId: 2,
  substituteName: 'Daniel Reyes',
  reason: null,
  changes: null,
  offers: [],
};

it('puts every kind of history entry into a sentence that names the actor', () => {
  for (const kind of historyKinds)
    expect(historyWords({ ...line, kind }), kind).toMatch(/Maya Okafor|Daniel Reyes|reopened|offered again/);
  expect(historyWords({ ...line, kind: 'approved' })).toBe('Maya Okafor approved Daniel Reyes');
});

it('calls extra hands a job, because no one is absent', () => {
  expect(historyWords(line)).toBe('Maya Okafor posted the absence');
  expect(historyWords(line, 'job')).toBe('Maya Okafor posted the job');
  expect(historyWords({ ...line, kind: 'deleted' }, 'job')).toBe('Maya Okafor canceled the job');
});

it('distinguishes people’s actions from automatic ones, and a cancellation from a substitute who cannot come', () => {
  expect(historyWords({ ...line, kind: 'approved', actorId: null, actorName: null })).toBe(
    'Daniel Reyes was booked automatically with the first request',
  );
  expect(historyWords({ ...line, kind: 'approved', actorId: 2, actorName: 'Daniel Reyes' })).toBe(
    'Daniel Reyes was booked automatically with the first request',
  );
  expect(historyWords({ ...line, kind: 'yes_undone', actorId: 2, actorName: 'Daniel Reyes' })).toBe(
    'Daniel Reyes undid the request within 5 minutes',
  );
  expect(historyWords({ ...line, kind: 'notified', reason: 'Wave 2: 10 substitutes notified' })).toBe(
    'Wave 2: 10 substitutes notified',
  );
  const toMany = { ...line, kind: 'notified' as const, substituteId: null, substituteName: null };
  expect(historyWords({ ...toMany, actorId: null, actorName: null })).toBe('FirstBell notified substitutes');
  expect(historyWords({ ...line, kind: 'notified' })).toBe('Maya Okafor offered it to Daniel Reyes');
  expect(historyWords({ ...line, kind: 'offered_again' })).toBe('It was offered again');
  expect(historyWords({ ...line, kind: 'released' })).toBe('Maya Okafor released Daniel Reyes');
  expect(historyWords({ ...line, kind: 'released', actorId: 2, reason: 'Ill' })).toBe('Daniel Reyes canceled');
  expect(historyWords({ ...line, kind: 'released', actorId: 2 })).toBe('Daniel Reyes can’t come');
  expect(historyWords({ ...line, kind: 'corrected', substituteId: null, substituteName: null })).toBe(
    'Maya Okafor recorded that no one came',
  );
});

it('names the people whom an offer didn’t reach', () => {
  const offers = (...names: string[]) => names.map((name) => ({ name, why: '', isUndelivered: true }));
  expect(undeliveredWords({ offers: [{ name: 'Hannah Becker', why: 'Near' }] })).toBeNull();
  expect(undeliveredWords({ offers: [{ name: 'Hannah Becker', why: '' }, ...offers('Luis Ortega')] })).toBe(
    'The offer to Luis Ortega couldn’t be delivered.',
  );
  expect(undeliveredWords({ offers: offers('Luis Ortega', 'Priya Natarajan') })).toBe(
    'The offers to Luis Ortega and Priya Natarajan couldn’t be delivered.',
  );
});

it('says how many people of a wave are no longer listed', () => {
  expect(deletedWords({})).toBeNull();
  expect(deletedWords({ deleted: 1 })).toBe('1 account has been deleted since.');
  expect(deletedWords({ deleted: 2 })).toBe('2 accounts have been deleted since.');
});

it('says how many offers are still waiting to be sent', () => {
  const waiting = { name: 'Luis Ortega', why: '', isWaiting: true };
  expect(waitingWords({ offers: [{ name: 'Hannah Becker', why: '' }] })).toBeNull();
  expect(waitingWords({ offers: [{ name: 'Hannah Becker', why: '' }, waiting] })).toBe(
    '1 offer has not been sent yet. We’ll send it as soon as we can.',
  );
  expect(waitingWords({ offers: [waiting, waiting] })).toBe(
    '2 offers have not been sent yet. We’ll send them as soon as we can.',
  );
});
