import { expect, test } from 'vitest';
import type { previewDayChange } from '#contract/day-change.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { DayChangeDialog } from '#web/screens/school-admin/dashboard/day-change-dialog.tsx';
import { answerCalls, control, says, see, show } from '#test/screen.tsx';

type Effects = ReplyOf<typeof previewDayChange>;

/** Returns the effects of a late start on one class. */
const effects = (opensAt: string): Effects => ({
  opensAt,
  changed: [
    {
      id: 12,
      description: 'Biology',
      teacherName: 'David Torres',
      substituteName: null,
      startTime: '08:00',
      endTime: '15:00',
      newStartTime: opensAt,
      otherDays: 0,
    },
  ],
  kept: [],
  bells: null,
  teachers: 1,
  substitutes: 0,
});

test('a day can be changed only while the dialog shows what would change', async () => {
  const answers: PromiseWithResolvers<Effects>[] = [];
  answerCalls('/board/day-change/preview', () => {
    const answer = Promise.withResolvers<Effects>();
    answers.push(answer);
    return answer.promise;
  });
  show(<DayChangeDialog type="delay" date="2026-12-02" onClose={() => undefined} />);
  const canSend = () => document.querySelector('dialog [type="submit"]:enabled');
  await see(() => document.querySelector('[data-loads] .card'));
  answers[0]?.resolve(effects('10:00'));
  await see(canSend);
  expect(document.body.innerText).toContain('10:00 AM – 3:00 PM (was 8:00 AM)');
  (await control('1 hour late')).click();
  await see(() => answers[1]);
  expect(canSend(), 'with the preview of another delay').toBeNull();
  answers[1]?.resolve(effects('09:00'));
  await says('9:00 AM – 3:00 PM (was 8:00 AM)');
  await see(canSend);
});
