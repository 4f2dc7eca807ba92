import { beforeEach, expect, test, vi } from 'vitest';
import { EmergencyPlanEditor } from '#web/features/vacancies/plans/emergency-plan-form.tsx';
import { answerCalls, control, press, says, show, type } from '#test/screen.tsx';
import { patience } from '#web/testing/tab.ts';
import { DiscardQuestion } from '#web/ui/discard-question.tsx';
import { hasUnsavedText } from '#web/ui/unsaved.ts';

type Texts = { routines: string; seating: string; people: string; fileIds: string[] };
type Body = Partial<Texts> & { words?: string; version: number; isPartial?: true };

const chart = {
  id: '3b7c0f9e-5d5a-4c8e-9a43-0f6d1f2f7c11',
  name: 'Chart.pdf',
  contentType: 'application/pdf',
  size: 1000,
};

let plan: Texts & { hasStudentDetails: boolean; checkedAt: string; version: number };
let words: string;
/** Someone else's save, before the next call. */
let theirs: { part: Partial<Texts> & { words?: string }; files?: object[] } | null;
let files: object[];
let sent: Body[];

beforeEach(() => {
  plan = {
    routines: 'Bell at 8:00',
    seating: '',
    people: 'Joan',
    fileIds: [],
    hasStudentDetails: true,
    checkedAt: '2026-11-20T12:00:00.000Z',
    version: 2,
  };
  words = 'Kim: EpiPen.';
  theirs = null;
  files = [];
  sent = [];
  answerCalls<Body>('', (body, path) => {
    if (path.endsWith('plan-readings')) return [];
    if (path.endsWith('plan-files')) return { files, used: 0 };
    if (path.endsWith('student-details')) return body === null ? { words, version: plan.version } : save(body);
    return body === null ? plan : save(body);
  });
  show(
    <>
      <EmergencyPlanEditor teacherId={7} timeZone="America/New_York" />
      <DiscardQuestion />
    </>,
  );
});

/** Answers like the server: a field that changed after the version of the call is refused, with every such field. */
function save(body: Body): object {
  const { version, isPartial: _, ...fields } = body;
  sent.push(body);
  const changed = theirs?.part ?? {};
  if (theirs !== null) store(changed);
  files = theirs?.files ?? files;
  theirs = null;
  if (version < plan.version && Object.keys(fields).some((name) => name in changed)) {
    const error = 'Someone changed this after you opened it. Compare both versions and save again.';
    return Response.json({ code: 'conflict', error, current: { version: plan.version, ...changed } }, { status: 409 });
  }
  store(fields);
  return 'words' in fields ? { words, version: plan.version } : plan;
}

function store({ words: next = words, ...texts }: Partial<Texts> & { words?: string }): void {
  words = next;
  plan = { ...plan, ...texts, hasStudentDetails: words !== '', version: plan.version + 1 };
}

test('a text that someone else changed first is shown next to the typed one, and either can be saved', async () => {
  type(await control('Seating'), 'A circle');
  type(await control('Routines'), 'Bell at 7:50');
  theirs = { part: { seating: 'Rows of four', people: 'Jo', fileIds: [chart.id] }, files: [chart] };
  await press('Save');
  await says('Changed by someone else to “Rows of four”.');
  // Their other changes are merged in, with the name of a file that was added meanwhile.
  await says('Chart.pdf');
  expect((await control('People to ask')).value).toBe('Jo');
  expect([(await control('Seating')).value, (await control('Routines')).value]).toEqual(['A circle', 'Bell at 7:50']);
  await press('Keep mine');
  await press('Save');
  await vi.waitFor(
    () => expect(plan).toMatchObject({ seating: 'A circle', routines: 'Bell at 7:50', people: 'Jo' }),
    patience,
  );
  expect(sent).toEqual([
    { seating: 'A circle', routines: 'Bell at 7:50', version: 2, isPartial: true },
    { seating: 'A circle', routines: 'Bell at 7:50', version: 3, isPartial: true },
  ]);
  await vi.waitFor(() => expect(hasUnsavedText()).toBe(false), patience);
});

test('their value can be used instead, and typing can continue', async () => {
  type(await control('Seating'), 'A circle');
  theirs = { part: { seating: 'Rows of four' } };
  await press('Save');
  await says('Rows of four');
  type(await control('Seating'), 'A circle of tables');
  await press('Use theirs');
  await vi.waitFor(async () => expect((await control('Seating')).value).toBe('Rows of four'), patience);
  expect(hasUnsavedText()).toBe(false);
});

test('student details that someone else changed are shown next to the typed ones', async () => {
  await press('Open student details');
  type(await control('Details'), 'Kim: EpiPen, nurse.');
  theirs = { part: { words: 'Kim: EpiPen, front office.' } };
  await press('Save student details');
  await says('Changed by someone else to “Kim: EpiPen, front office.”.');
  expect((await control('Details')).value).toBe('Kim: EpiPen, nurse.');
  await press('Keep mine');
  await press('Save student details');
  await says('Open student details');
  expect([words, sent.at(-1)]).toEqual(['Kim: EpiPen, nurse.', { words: 'Kim: EpiPen, nurse.', version: 3 }]);
});

test('saving student details leaves the typed plan alone, and closing them asks before text is lost', async () => {
  type(await control('Seating'), 'A circle');
  await press('Open student details');
  type(await control('Details'), '');
  await press('Close');
  await says('Discard your changes?');
  await press('Keep editing');
  theirs = { part: { people: 'Jo' } };
  await press('Save student details');
  await says('Add student details');
  expect([words, (await control('Seating')).value]).toEqual(['', 'A circle']);
  await press('Save');
  await vi.waitFor(() => expect(plan).toMatchObject({ seating: 'A circle', people: 'Jo' }), patience);
  await vi.waitFor(async () => expect((await control('People to ask')).value).toBe('Jo'), patience);
});

test('student details can be added again right after they were removed', async () => {
  await press('Open student details');
  type(await control('Details'), '');
  await press('Save student details');
  await press('Add student details');
  type(await control('Details'), 'Kim: inhaler.');
  await press('Save student details');
  await says('Open student details');
  expect(sent).toEqual([
    { words: '', version: 2 },
    { words: 'Kim: inhaler.', version: 3 },
  ]);
});

test('student details that were not changed are closed without a save', async () => {
  await press('Open student details');
  await control('Details');
  await press('Save student details');
  await says('Open student details');
  expect(sent).toEqual([]);
});
