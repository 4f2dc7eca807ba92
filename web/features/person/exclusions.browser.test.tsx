import { test } from 'vitest';
import { Exclusions } from '#web/features/person/exclusions.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, openQueries, press, says, see, show } from '#test/screen.tsx';

const asked = {
  id: 5,
  teacherName: 'Ruth Adler',
  reason: 'Too loud.',
  endsOn: null,
  askedAt: '2026-11-23T12:00:00Z',
  isPending: true,
};

/** Shows an administrator a teacher's request. */
function showRequest() {
  const part = (
    <>
      <Exclusions id={9} name="Daniel Reyes" />
      <Toaster />
    </>
  );
  answerCalls('', (_, path) => (path.endsWith('/exclusions') ? [asked] : { ok: true }));
  show(part, openQueries({ id: 7, role: 'school_admin', schools: [] }));
}

test('an administrator who agrees to a teacher’s request reads that it was done', async () => {
  showRequest();
  await press('Agree to stop');
  await says('Daniel Reyes is no longer offered Ruth Adler’s classes');
});

test('an administrator who declines a teacher’s request reads that it was done', async () => {
  showRequest();
  await press('Decline');
  const asking = await see(() => document.querySelector('[role="alertdialog"]'));
  asking.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
  await says('You declined Ruth Adler’s request');
});

test('a teacher reads that their request waits, and its last day', async () => {
  answerCalls('', () => [{ ...asked, endsOn: '2026-12-18' }]);
  show(<Exclusions id={9} name="Daniel Reyes" />, openQueries({ id: 7, role: 'teacher', schools: [] }));
  await says('Waiting for an administrator’s answer. Last day: Fri, Dec 18.');
});
