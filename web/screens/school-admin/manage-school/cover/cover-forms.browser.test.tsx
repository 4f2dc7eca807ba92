import { beforeEach, expect, test } from 'vitest';
import { navigate } from '#web/navigation/location.ts';
import type { CoverSettings, TeacherRow } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { BellForm } from '#web/screens/school-admin/manage-school/cover/bell-form.tsx';
import { CoverSection } from '#web/screens/school-admin/manage-school/cover/cover-section.tsx';
import { RulesForm } from '#web/screens/school-admin/manage-school/cover/rules-form.tsx';
import { TemplateForm } from '#web/screens/school-admin/manage-school/cover/template-form.tsx';
import { TeacherForm } from '#web/screens/school-admin/manage-school/cover/teacher-form.tsx';
import { answerCalls, control, press, says, see, show, type } from '#test/screen.tsx';

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

let sent: object[];
beforeEach(() => {
  sent = [];
  answerCalls<object>('', (body) => {
    if (body !== null) sent.push(body);
    return body ?? {};
  });
});

test('a question appears about a rule that a colleague changes during an edit, and the others are updated', async () => {
  show(<RulesForm saved={opened} onClose={() => {}} />);
  type(await control('Most periods a day'), '3');
  const theirs = { ...opened, rules: { ...opened.rules, perDay: 2, payCode: 'SUB' }, version: 5 };
  show(<RulesForm saved={theirs} onClose={() => {}} />);
  await says('Changed by someone else to “2”.');
  await press('Save');
  expect(sent, 'nothing is sent before one of the two is chosen').toEqual([]);
  await press('Keep mine');
  await press('Save');
  await see(() => sent.length > 0);
  expect(sent).toMatchObject([{ version: 5, rules: { perDay: 3, payCode: 'SUB' } }]);
});

test('a reload opens the form in the collapsed section again', async () => {
  answerCalls<object>('', (_, path) => (path.endsWith('timetables') ? { teachers: [teacher] } : opened));
  navigate(`${location.pathname}?cover=rules`);
  show(<CoverSection />);
  await says('Rules for cover by colleagues');
  await press('Cancel');
  await see(() => document.querySelector('dialog[open]') === null);
  expect(document.querySelector('details')?.open).toBe(true);
});

test('bell schedules that a colleague changes during an edit are not overwritten without a question', async () => {
  show(<BellForm saved={opened} onClose={() => {}} />);
  type(await control('Name of this day'), 'Every day');
  const [regular] = opened.bell.schedules;
  const schedules = [{ name: 'Regular day', periods: regular?.periods ?? [] }];
  show(<BellForm saved={{ ...opened, bell: { ...opened.bell, schedules }, version: 5 }} onClose={() => {}} />);
  await says('Changed by someone else while you were editing.');
  await press('Save');
  expect(sent).toEqual([]);
  await press('Use theirs');
  await press('Save');
  await see(() => sent.length > 0);
  expect(sent).toMatchObject([{ version: 5, bell: { schedules: [{ name: 'Regular day' }] } }]);
});

test('a teacher’s periods that a colleague changes during an edit are not overwritten without a question', async () => {
  show(<TeacherForm teacher={teacher} periods={['1', '2']} onClose={() => {}} />);
  type(await control('Working here since'), '2020-08-15');
  const slots: TeacherRow['slots'] = [{ period: '1', days: [], kind: 'lunch', title: '', room: '', size: null }];
  show(<TeacherForm teacher={{ ...teacher, slots, version: 3 }} periods={['1', '2']} onClose={() => {}} />);
  await see(() => document.querySelector('select')?.value === 'lunch');
  await press('Save');
  await see(() => sent.length > 0);
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

test('an answer that makes no valid bell schedule is reported when its field loses focus, and the first one is focused', async () => {
  show(<TemplateForm saved={opened} onRead={() => {}} />);
  const periods = await control('Periods');
  periods.focus();
  type(await control('Periods'), '0');
  (await control('First bell')).focus();
  await says('Enter a whole number from 1 to');
  await press('Create bell schedules');
  await see(() => document.activeElement === periods);
  expect(sent).toEqual([]);
  type(await control('Periods'), '6');
  await press('Create bell schedules');
  await see(() => sent.length > 0);
  expect(sent).toMatchObject([{ version: 4, bell: { schedules: [{ periods: { length: 6 } }, {}, {}] } }]);
});
