import { expect, test } from 'vitest';
import { PlansDialog } from '#web/features/vacancies/plans/plans-dialog.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, says, show } from '#test/screen.tsx';

const none = { link: null, files: [], emergencyPlan: null, studentDetails: 'none', readableUntil: '2031-03-03T21:00Z' };

function open(plans: object): void {
  answerCalls('/plans', () => ({ ...none, ...plans }));
  show(<PlansDialog vacancy={openVacancy({ status: 'filled', teacherName: 'Ann Lee' })} onClose={() => {}} />);
}

test('without plans, nothing says when they can be opened', async () => {
  open({});
  await says('Ann Lee hasn’t added plans yet');
  expect(document.body.innerText).not.toContain('until the class ends');
});

test.each([{ link: 'https://docs.example.org/plans' }, { studentDetails: 'later' }])(
  'with %j, the dialog says until when it can be opened and who sees that',
  async (plans) => {
    open(plans);
    await says('You can open these until the class ends. Ann Lee and the front office can see when you did.');
  },
);
