import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoverSettings, TeacherRow } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { BellForm } from '#web/screens/school-admin/manage-school/cover/bell-form.tsx';
import { RulesForm } from '#web/screens/school-admin/manage-school/cover/rules-form.tsx';
import { TemplateForm } from '#web/screens/school-admin/manage-school/cover/template-form.tsx';
import { TeacherForm } from '#web/screens/school-admin/manage-school/cover/teacher-form.tsx';

const opened: CoverSettings = {
  bell: {
    schedules: [{ name: 'Regular', periods: [{ period: '1', start: '08:00', end: '08:50' }] }],
    weekly: {},
    days: [],
  },
  rules: { order: 'fair', perDay: 1, planningMinutes: null, lunchPeriods: [], payCode: 'COV', periodCents: null },
  version: 4,
};
const teacher: TeacherRow = {
  teacherId: 7,
  fullName: 'Maya Okafor',
  slots: [],
  since: null,
  consent: 'ask',
  neverOn: [],
  isVolunteer: false,
  version: 2,
};

let root: Root;
let sent: Record<string, unknown>[];
const network = globalThis.fetch;
const answered: typeof fetch = async (address, init) => {
  if (init?.method !== 'PUT') return network(address, init);
  const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>;
  sent.push(body);
  return Response.json(body);
};
beforeEach(() => {
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

const client = new QueryClient();
const show = (form: ReactNode) => root.render(<QueryClientProvider client={client}>{form}</QueryClientProvider>);
const patience = { timeout: 8000, interval: 10 };
const seen = <Seen,>(look: () => Seen | null | undefined | false): Promise<Seen> =>
  vi.waitFor(() => {
    const found = look();
    if (found === null || found === undefined || found === false) throw new Error(document.body.innerText);
    return found;
  }, patience);
const control = (label: string) =>
  seen(
    () =>
      [...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label))
        ?.control as HTMLInputElement | null,
  );
async function type(label: string, text: string): Promise<void> {
  const field = await control(label);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
const says = (text: string) => seen(() => document.body.innerText.includes(text));
async function press(name: string): Promise<void> {
  const button = await seen(() =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name)),
  );
  button.click();
}

test('a question appears about a rule that a colleague changes during an edit, and the others are updated', async () => {
  show(<RulesForm saved={opened} onClose={() => {}} />);
  await type('Most periods a day', '3');
  const theirs = { ...opened, rules: { ...opened.rules, perDay: 2, payCode: 'SUB' }, version: 5 };
  show(<RulesForm saved={theirs} onClose={() => {}} />);
  await says('Changed by someone else to “2”.');
  await press('Save');
  expect(sent, 'nothing is sent before one of the two is chosen').toEqual([]);
  await press('Keep mine');
  await press('Save');
  await seen(() => sent.length > 0);
  expect(sent).toMatchObject([{ version: 5, rules: { perDay: 3, payCode: 'SUB' } }]);
});

test('bell schedules that a colleague changes during an edit are not overwritten without a question', async () => {
  show(<BellForm saved={opened} onClose={() => {}} />);
  await type('Name of this day', 'Every day');
  const [regular] = opened.bell.schedules;
  const schedules = [{ name: 'Regular day', periods: regular?.periods ?? [] }];
  show(<BellForm saved={{ ...opened, bell: { ...opened.bell, schedules }, version: 5 }} onClose={() => {}} />);
  await says('Changed by someone else while you were editing.');
  await press('Save');
  expect(sent).toEqual([]);
  await press('Use theirs');
  await press('Save');
  await seen(() => sent.length > 0);
  expect(sent).toMatchObject([{ version: 5, bell: { schedules: [{ name: 'Regular day' }] } }]);
});

test('a teacher’s periods that a colleague changes during an edit are not overwritten without a question', async () => {
  show(<TeacherForm teacher={teacher} periods={['1', '2']} onClose={() => {}} />);
  await type('Working here since', '2020-08-15');
  const slots: TeacherRow['slots'] = [{ period: '1', days: [], kind: 'lunch', title: '', room: '', size: null }];
  show(<TeacherForm teacher={{ ...teacher, slots, version: 3 }} periods={['1', '2']} onClose={() => {}} />);
  await seen(() => document.querySelector('select')?.value === 'lunch');
  await press('Save');
  await seen(() => sent.length > 0);
  expect(sent).toMatchObject([
    {
      version: 3,
      since: '2020-08-15',
      slots: [
        { period: '1', kind: 'lunch' },
        { period: '2', kind: 'planning' },
      ],
    },
  ]);
});

test('an answer that makes no bell schedule is named on leaving its field, and the first one is focused', async () => {
  show(<TemplateForm saved={opened} onRead={() => {}} />);
  const periods = await control('Periods');
  periods.focus();
  await type('Periods', '0');
  (await control('First bell')).focus();
  await says('Enter a whole number from 1 to');
  await press('Create bell schedules');
  await seen(() => document.activeElement === periods);
  expect(sent).toEqual([]);
  await type('Periods', '6');
  await press('Create bell schedules');
  await seen(() => sent.length > 0);
  expect(sent).toMatchObject([{ version: 4, bell: { schedules: [{ periods: { length: 6 } }, {}, {}] } }]);
});
