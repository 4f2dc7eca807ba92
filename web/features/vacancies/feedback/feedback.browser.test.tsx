import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnFeedback } from '#contract/feedback.ts';
import { DiscardQuestion } from '#web/ui/discard-question.tsx';
import { answerCalls, leave, see, show, type } from '#test/screen.tsx';
import { patience } from '#web/testing/tab.ts';
import { FeedbackQuestion } from '#web/screens/teacher/dashboard/feedback-question.tsx';
import { FeedbackOnCard } from '#web/features/vacancies/feedback/feedback-on-card.tsx';

const taught: OwnFeedback = {
  vacancyId: 4,
  date: '2026-11-20',
  title: 'Fractions',
  teacherName: 'Maya Okafor',
  substituteName: 'Daniel Whitman',
  ofClass: null,
  ofSubstitute: null,
  can: ['give'],
};

let stored: OwnFeedback;
/** The class that the teacher's home asks about. */
let waiting: number | null;
let sent: [path: string, body: unknown][];

beforeEach(() => {
  stored = taught;
  waiting = null;
  sent = [];
  // The stored list, and writes that store the feedback.
  answerCalls<Record<string, never>>('', (body, path) => {
    if (body === null) return { waiting, classes: [stored] };
    sent.push([path, body]);
    waiting = null;
    stored = path.endsWith('/class')
      ? { ...stored, ofClass: { words: null, ...body } as OwnFeedback['ofClass'] }
      : {
          ...stored,
          ofSubstitute: {
            words: null,
            answer: null,
            answersEarlier: false,
            saidAt: '2026-11-23T20:00:00.000Z',
            countsFrom: '2026-11-30T20:00:00.000Z',
            ...stored.ofSubstitute,
            ...body,
          } as never,
        };
    return { ok: true };
  });
});

afterEach(() => void vi.useRealTimers());

/** The stored draft. Other test files share the tab and may leave drafts of their own. */
const keptText = () => sessionStorage.getItem('firstbell-feedback-draft');

const ofFriday = (id: number) => ({ id, date: '2026-11-20', endTime: '15:00', timeZone: 'America/New_York' });

function open(reader: 'substitute' | 'teacher'): void {
  const card = (
    <>
      <FeedbackOnCard vacancy={ofFriday(4)} reader={reader} />
      <DiscardQuestion />
    </>
  );
  show(card);
}

const buttons = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].filter(({ textContent }) => textContent === name);
async function tap(name: string): Promise<void> {
  const button = await vi.waitFor(() => {
    const [found] = buttons(name);
    if (found === undefined || found.disabled) throw new Error(`No button '${name}' in: ${document.body.innerText}`);
    return found;
  }, patience);
  button.focus();
  button.click();
}
function theField(): HTMLTextAreaElement {
  const found = document.querySelector('textarea');
  if (found === null) throw new Error('There is no field.');
  return found;
}
const seeFocusOn = (words: string) =>
  vi.waitFor(() => expect(document.activeElement?.textContent).toBe(words), patience);

test('a substitute says how it was with three taps, without typing', async () => {
  open('substitute');
  await tap('How was it?');
  await seeFocusOn('How was the class?');
  await tap('It went well');
  expect(sent).toEqual([]);
  await tap('Something was missing');
  await vi.waitFor(
    () => expect(sent).toEqual([['/api/vacancies/4/feedback/class', { went: 'well', plans: 'missing', words: null }]]),
    patience,
  );
  await tap('Close');
  await vi.waitFor(
    () => expect(document.body.innerText).toContain('You said: it went well; plans: something was missing.'),
    patience,
  );
  await seeFocusOn('Change feedback');
});

test('a teacher answers with two taps, and can’t type the substitute’s answer', async () => {
  open('teacher');
  await tap('Have them again?');
  await seeFocusOn('Would you have Daniel Whitman again?');
  await tap('Yes');
  await vi.waitFor(
    () => expect(sent).toEqual([['/api/vacancies/4/feedback/substitute', { again: true, words: null }]]),
    patience,
  );
  await seeFocusOn('Yes');
  await tap('Close');
  await vi.waitFor(() => expect(document.body.innerText).toContain('You would have them again.'), patience);
  expect(buttons('Answer')).toEqual([]);
});

const said = {
  again: false,
  words: null,
  saidAt: '2099-11-23T20:00:00.000Z',
  countsFrom: '2099-11-30T20:00:00.000Z',
};

test.each([
  ['substitute', 'Before Maya Okafor changed this, you answered: “Thank you!”'],
  ['teacher', 'Before you changed this, Daniel Whitman answered: “Thank you!”'],
] as const)('a %s sees that an answer was to earlier feedback', async (role, sentence) => {
  stored = { ...taught, ofSubstitute: { ...said, answer: 'Thank you!', answersEarlier: true } };
  open(role);
  await vi.waitFor(() => expect(document.body.innerText).toContain(sentence), patience);
});

test('a substitute reads and answers what the teacher said; an empty answer is not sent', async () => {
  stored = {
    ...taught,
    ofSubstitute: { ...said, words: 'Loud.', answer: null, answersEarlier: false },
    can: ['answer'],
  };
  open('substitute');
  await tap('Answer to Maya Okafor');
  expect(document.body.innerText).toContain('Maya Okafor would rather not have you again. “Loud.”');
  expect(document.body.innerText).toContain('see this once you answer it, or on November 30, 2099');
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
  await tap('Save answer');
  await vi.waitFor(() => expect(document.body.innerText).toContain('Enter your answer.'), patience);
  expect(sent).toEqual([]);
});

test('a substitute who has answered isn’t asked to answer, even if the clock of the page is behind', async () => {
  stored = { ...taught, ofSubstitute: { ...said, answer: 'Thank you!', answersEarlier: false } };
  open('substitute');
  await vi.waitFor(() => expect(document.body.innerText).toContain('You answered: “Thank you!”'), patience);
  expect(document.body.innerText).not.toContain('once you answer it');
});

test('the buttons for an answer and for feedback are in one row', async () => {
  stored = { ...taught, ofSubstitute: { ...said, answer: null, answersEarlier: false }, can: ['give', 'answer'] };
  open('substitute');
  const row = await vi.waitFor(() => {
    const [answer] = buttons('Answer to Maya Okafor');
    if (answer === undefined) throw new Error('There is no Answer.');
    return answer.parentElement;
  }, patience);
  expect(buttons('How was it?').map(({ parentElement }) => parentElement === row)).toEqual([true]);
});

test('Close asks before typed text is lost', async () => {
  sessionStorage.clear();
  stored = { ...taught, ofClass: { went: 'well', plans: 'clear', words: null } };
  open('substitute');
  await tap('Change feedback');
  const field = await vi.waitFor(theField, patience);
  type(field, 'The plans were great.');
  await vi.waitFor(() => expect(keptText()).not.toBeNull(), patience);
  await tap('Close');
  await tap('Keep editing');
  expect(theField().value).toBe('The plans were great.');
  await tap('Close');
  await tap('Discard');
  await seeFocusOn('Change feedback');
  expect(keptText()).toBeNull();
  await tap('Change feedback');
  expect(theField().value).toBe('');
  await tap('Close');
  await seeFocusOn('Change feedback');
});

test('typed text is there again after a reload, until it is saved', async () => {
  const reload = async () => {
    leave();
    open('substitute');
    await tap('Answer to Maya Okafor');
  };
  sessionStorage.clear();
  stored = {
    ...taught,
    ofSubstitute: {
      again: true,
      words: null,
      answer: null,
      answersEarlier: false,
      saidAt: '2026-11-23T20:00:00.000Z',
      countsFrom: '2099-11-30T20:00:00.000Z',
    },
    can: ['answer'],
  };
  open('substitute');
  await tap('Answer to Maya Okafor');
  type(theField(), 'Thank you for the plans.');
  await vi.waitFor(() => expect(keptText()).not.toBeNull(), patience);
  await reload();
  expect(theField().value).toBe('Thank you for the plans.');
  await tap('Save answer');
  await vi.waitFor(() => expect(sent).toHaveLength(1), patience);
  await vi.waitFor(() => expect(keptText()).toBeNull(), patience);
});

test.each([
  ['substitute', 'How was it?', ['It went well', 'Something was missing']],
  ['teacher', 'Have them again?', ['Yes']],
] as const)(
  'a sentence that a %s saved doesn’t return, even if the form was closed before the reply',
  async (role, opener, taps) => {
    sessionStorage.clear();
    open(role);
    await tap(opener);
    for (const name of taps) await tap(name);
    await vi.waitFor(() => expect(buttons('Save sentence')[0]?.ariaDisabled).not.toBe('true'), patience);
    type(await vi.waitFor(theField, patience), 'Lovely class.');
    await vi.waitFor(() => expect(keptText()).not.toBeNull(), patience);
    const { promise: closed, resolve: reply } = Promise.withResolvers<void>();
    const answered = globalThis.fetch;
    globalThis.fetch = async (address, init) => {
      if (init?.method === 'PUT') await closed;
      return answered(address, init);
    };
    await tap('Save sentence');
    await vi.waitFor(() => expect(document.querySelector('[type=submit][aria-disabled]')).not.toBeNull(), patience);
    await tap('Close');
    await vi.waitFor(() => expect(document.querySelector('textarea')).toBeNull(), patience);
    reply();
    await vi.waitFor(() => expect(sent.at(-1)?.[1]).toMatchObject({ words: 'Lovely class.' }), patience);
    await vi.waitFor(() => expect(keptText()).toBeNull(), patience);
  },
);

test('a sentence typed on the teacher’s home is there again after a reload, without taking the focus', async () => {
  sessionStorage.clear();
  waiting = taught.vacancyId;
  show(<FeedbackQuestion />);
  await tap('Have them again?');
  await tap('Yes');
  type(await vi.waitFor(theField, patience), 'Lovely class.');
  await vi.waitFor(() => expect(keptText()).not.toBeNull(), patience);
  leave();
  show(<FeedbackQuestion />);
  expect((await vi.waitFor(theField, patience)).value).toBe('Lovely class.');
  expect(document.activeElement).toBe(document.body);
  await tap('Save sentence');
  await vi.waitFor(() => expect(sent.at(-1)?.[1]).toEqual({ again: true, words: 'Lovely class.' }), patience);
  await vi.waitFor(() => expect(document.querySelector('textarea')).toBeNull(), patience);
  leave();
  show(<FeedbackQuestion />);
  await vi.waitFor(() => expect(document.querySelector('section')).toBeNull(), patience);
});

test('a class that has just ended gets its feedback, though the list is older and the server’s clock is behind', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-20T19:59:00Z') });
  let reads = 0;
  answerCalls('/feedback', () => {
    reads += 1;
    return { waiting: null, classes: Date.now() < Date.parse('2026-11-20T20:00:05Z') ? [] : [taught] };
  });
  const before = <FeedbackOnCard vacancy={{ ...ofFriday(3), date: '2026-11-19' }} reader="substitute" />;
  const queries = show(before);
  await see(() => queries.isFetching() === 0 && reads === 1);
  vi.setSystemTime('2026-11-20T20:00:00Z');
  show(
    <>
      {before}
      <FeedbackOnCard vacancy={ofFriday(4)} reader="substitute" />
    </>,
    queries,
  );
  await see(() => queries.isFetching() === 0 && reads === 2);
  expect(buttons('How was it?')).toEqual([]);
  vi.advanceTimersByTime(15_000);
  await see(() => buttons('How was it?')[0]);
  vi.advanceTimersByTime(60_000);
  expect(reads).toBe(3);
});
