import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnFeedback } from '#contract/feedback.ts';
import type { SessionUser } from '#contract/session.ts';
import { sessionQuery } from '#web/session/session.ts';
import { DiscardQuestion } from '#web/ui/discard-question.tsx';
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

let root: Root;
let stored: OwnFeedback;
let sent: [path: string, body: unknown][];
const network = globalThis.fetch;

/** The network: the stored list, and writes that store the feedback. */
const answered: typeof fetch = async (address, init) => {
  const path = new URL(address instanceof Request ? address.url : address, location.href).pathname;
  if (!path.startsWith('/api/')) return network(address, init);
  if (init?.method === 'PUT') {
    const body: unknown = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
    sent.push([path, body]);
    const said = body as Record<string, never>;
    stored = path.endsWith('/class')
      ? { ...stored, ofClass: { words: null, ...said } as OwnFeedback['ofClass'] }
      : {
          ...stored,
          ofSubstitute: {
            words: null,
            answer: null,
            answersEarlier: false,
            saidAt: '2026-11-23T20:00:00.000Z',
            countsFrom: '2026-11-30T20:00:00.000Z',
            ...stored.ofSubstitute,
            ...said,
          } as never,
        };
    return Response.json({ ok: true });
  }
  return Response.json({ waiting: null, classes: [stored] });
};

beforeEach(() => {
  stored = taught;
  sent = [];
  globalThis.fetch = answered;
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  globalThis.fetch = network;
});

function show(role: 'substitute' | 'teacher'): void {
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, { id: 7 } as SessionUser);
  root.render(
    <QueryClientProvider client={client}>
      <FeedbackOnCard vacancyId={4} timeZone="America/New_York" reader={role} />
      <DiscardQuestion />
    </QueryClientProvider>,
  );
}

const patience = { timeout: 8000, interval: 10 };
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
/** Types as a keyboard does, unlike `field.value = text`, which React doesn't notice. */
function type(field: HTMLTextAreaElement, text: string): void {
  Reflect.set(HTMLTextAreaElement.prototype, 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
const seeFocusOn = (words: string) =>
  vi.waitFor(() => expect(document.activeElement?.textContent).toBe(words), patience);

test('a substitute says how it was with three taps, without typing', async () => {
  show('substitute');
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

test('a teacher answers with two taps, and can’t type an answer of the substitute', async () => {
  show('teacher');
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
  show(role);
  await vi.waitFor(() => expect(document.body.innerText).toContain(sentence), patience);
});

test('a substitute reads and answers what the teacher said; an empty answer is not sent', async () => {
  stored = {
    ...taught,
    ofSubstitute: { ...said, words: 'Loud.', answer: null, answersEarlier: false },
    can: ['answer'],
  };
  show('substitute');
  await tap('Answer to Maya Okafor');
  expect(document.body.innerText).toContain('Maya Okafor would rather not have you again. “Loud.”');
  expect(document.body.innerText).toContain('see this once you answer it, or on November 30, 2099');
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
  await tap('Save answer');
  await vi.waitFor(() => expect(document.body.innerText).toContain('Enter your answer.'), patience);
  expect(sent).toEqual([]);
});

test('the buttons for an answer and for feedback are in one row', async () => {
  stored = { ...taught, ofSubstitute: { ...said, answer: null, answersEarlier: false }, can: ['give', 'answer'] };
  show('substitute');
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
  show('substitute');
  await tap('Change feedback');
  const field = await vi.waitFor(theField, patience);
  type(field, 'The plans were great.');
  await vi.waitFor(() => expect(sessionStorage.length).toBe(1), patience);
  await tap('Close');
  await tap('Keep editing');
  expect(theField().value).toBe('The plans were great.');
  await tap('Close');
  await tap('Discard');
  await seeFocusOn('Change feedback');
  expect(sessionStorage.length).toBe(0);
  await tap('Change feedback');
  expect(theField().value).toBe('');
  await tap('Close');
  await seeFocusOn('Change feedback');
});

test('typed text is there again after a reload, until it is saved', async () => {
  const reload = async () => {
    root.unmount();
    document.body.replaceChildren();
    const place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
    show('substitute');
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
  show('substitute');
  await tap('Answer to Maya Okafor');
  type(theField(), 'Thank you for the plans.');
  await vi.waitFor(() => expect(sessionStorage.length).toBe(1), patience);
  await reload();
  expect(theField().value).toBe('Thank you for the plans.');
  await tap('Save answer');
  await vi.waitFor(() => expect(sent).toHaveLength(1), patience);
  await vi.waitFor(() => expect(sessionStorage.length).toBe(0), patience);
});

test.each([
  ['substitute', 'How was it?', ['It went well', 'Something was missing']],
  ['teacher', 'Have them again?', ['Yes']],
] as const)(
  'a sentence that a %s saved doesn’t return, even if the form was closed before the reply',
  async (role, open, taps) => {
    sessionStorage.clear();
    show(role);
    await tap(open);
    for (const name of taps) await tap(name);
    await vi.waitFor(() => expect(buttons('Save sentence')[0]?.ariaDisabled).not.toBe('true'), patience);
    const field = await vi.waitFor(() => {
      const found = document.querySelector('textarea');
      if (found === null) throw new Error('There is no field.');
      return found;
    }, patience);
    Reflect.set(HTMLTextAreaElement.prototype, 'value', 'Lovely class.', field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await vi.waitFor(() => expect(sessionStorage.length).toBe(1), patience);
    const { promise: closed, resolve: reply } = Promise.withResolvers<void>();
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
    await vi.waitFor(() => expect(sessionStorage.length).toBe(0), patience);
  },
);
