import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { JobPreferenceFields } from '#web/screens/substitute/my-availability/job-preferences.tsx';
import { answerCalls, control, press, says, show, type } from '#test/screen.tsx';
import { patience } from '#web/testing/tab.ts';
import { hasUnsavedText } from '#web/ui/unsaved.ts';

type Stored = {
  days: string;
  noticeHours: number;
  grades: string[];
  miles: number | null;
  zip: string | null;
  version: number;
};

let stored: Stored;
let sent: Partial<Stored>[];
let queries: QueryClient;
let isDown: boolean;

const refused = (status: number, body: object) => Response.json(body, { status });

beforeEach(() => {
  const first = { days: 'any', noticeHours: 0, grades: [], subjects: [], miles: null, zip: null, version: 1 };
  stored = first;
  sent = [];
  isDown = false;
  answerCalls<Partial<Stored>>('/api/job-preferences', (body) => {
    if (body === null) return stored;
    sent.push(body);
    const error = "We don't know this ZIP code. Check it, or enter one nearby.";
    if (isDown) return refused(500, { code: 'internal', error: 'Something went wrong.' });
    if (body.zip === '00000') return refused(400, { code: 'bad_input', error, fields: { zip: error } });
    if (body.version !== stored.version)
      return refused(409, { code: 'conflict', error: 'Someone changed this.', current: stored });
    stored = { ...stored, ...body, version: stored.version + 1 };
    return stored;
  });
  queries = show(<JobPreferenceFields />);
});

/** Types into a field, then leaves it. */
async function enter(label: string, text: string): Promise<void> {
  const field = await control(label);
  field.focus();
  type(field, text);
  field.blur();
}
async function choose(label: string, value: string): Promise<void> {
  const select = await control<HTMLSelectElement>(label);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

test('grades are folded under their names, and each choice is saved at once', async () => {
  await says('Grades: all');
  (await control('Kindergarten')).closest('details')?.querySelector('summary')?.click();
  (await control('Kindergarten')).click();
  await says('Grades: Kindergarten');
  (await control('Grade 4')).click();
  await says('Grades: Kindergarten, Grade 4');
  await vi.waitFor(() => expect(sent.map((body) => body.grades)).toEqual([['K'], ['K', '4']]), patience);
});

test('the distance waits for a ZIP code, which is checked before and after it is sent', async () => {
  const miles = await control<HTMLSelectElement>('Farthest distance');
  expect(miles.disabled).toBe(true);
  await enter('Your ZIP code', '558');
  await says('Enter a 5-digit ZIP code.');
  expect(sent).toEqual([]);
  await vi.waitFor(() => expect(hasUnsavedText()).toBe(true), patience);
  await enter('Your ZIP code', '00000');
  await says("We don't know this ZIP code.");
  expect(document.body.innerText.split("We don't know this ZIP code.")).toHaveLength(2);
  await enter('Your ZIP code', '55811');
  await vi.waitFor(() => expect(miles.disabled).toBe(false), patience);
  expect(document.body.innerText).not.toContain("We don't know");
  await vi.waitFor(() => expect(hasUnsavedText()).toBe(false), patience);
  await choose('Farthest distance', '10');
  await vi.waitFor(() => expect(stored).toMatchObject({ zip: '55811', miles: 10 }), patience);
  await enter('Your ZIP code', '');
  await vi.waitFor(() => expect(stored).toMatchObject({ zip: null, miles: null }), patience);
});

test('a choice that another tab changed first raises a question, and its other choices are kept', async () => {
  await control('Length of the day');
  stored = { ...stored, days: 'full', noticeHours: 4, version: 2 };
  await choose('Length of the day', 'half');
  await says('Changed in another window to “Full days only”.');
  expect((await control('Shortest notice')).value).toBe('4');
  expect([stored.days, sent]).toEqual(['full', [{ days: 'half', version: 1 }]]);
  await press('Keep mine');
  await vi.waitFor(() => expect(stored).toMatchObject({ days: 'half', noticeHours: 4, version: 3 }), patience);
  expect(sent.at(-1)).toEqual({ days: 'half', version: 2 });
  stored = { ...stored, grades: ['K'], version: 4 };
  (await control('Grade 4')).click();
  await says('Changed in another window to “Kindergarten”.');
  await press('Use theirs');
  await says('Grades: Kindergarten');
  await vi.waitFor(() => expect([stored.grades, hasUnsavedText()]).toEqual([['K'], false]), patience);
});

test('a typed ZIP code stays when another tab saves something else', async () => {
  const zip = await control('Your ZIP code');
  zip.focus();
  type(zip, '558');
  stored = { ...stored, days: 'full', version: 2 };
  await queries.invalidateQueries();
  await vi.waitFor(async () => expect((await control('Length of the day')).value).toBe('full'), patience);
  expect([(await control('Your ZIP code')).value, sent]).toEqual(['558', []]);
});

test('a choice that could not be saved stays, and is saved on the next attempt', async () => {
  isDown = true;
  await choose('Length of the day', 'half');
  await says('Your choice was not saved');
  isDown = false;
  await press('Save');
  await vi.waitFor(() => expect(stored.days).toBe('half'), patience);
  await vi.waitFor(() => expect(document.body.innerText).not.toContain('Unsaved Changes'), patience);
  expect(sent).toHaveLength(2);
});
