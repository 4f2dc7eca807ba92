import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OneTap } from '#web/screens/public/one-tap/one-tap.tsx';
import { answerCalls, show } from '#test/screen.tsx';

const vacancy = {
  school: 'Cedar Hollow Elementary',
  address: '12 Main Street',
  title: 'Fractions',
  classInWords: '',
  teacher: 'Maya Okafor',
  date: '2026-11-24',
  startTime: '08:00',
  reportTime: null,
  timeZone: 'America/New_York',
  parking: null,
  pay: null,
  endTime: '15:00',
  isUrgent: false,
  mayNeedChanges: false,
  booksFirst: false,
  reason: null,
  notes: '',
  plansLink: null,
  substitute: null,
  together: null,
};
const reader = { name: 'Daniel Reyes', role: 'substitute' };

test('after Decline, the vacancy can be requested with the message from before, but not with a second tap on the same place', async () => {
  const sent: unknown[] = [];
  answerCalls('/links/some-token', (body) => {
    if (body !== null) sent.push(body);
    const acts = body === null ? ['request', 'decline'] : ['request', 'explain'];
    const sentence = body === null ? 'This vacancy is open.' : "We won't offer it to you again.";
    return { reader, acts, sentence, declineReason: null, vacancy };
  });
  history.replaceState(null, '', '/go/some-token');
  show(<OneTap />);
  const request = page.getByRole('button', { name: 'Request Position' });
  await page.getByRole('textbox', { name: /^Message/ }).fill('I can be there by 8:10.');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect.element(page.getByText("We won't offer it to you again.")).toBeVisible();
  await expect.element(request).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Request it after all' }).click();
  // The message is still there. Each answer includes the day shown on the page.
  await request.click();
  const seen = { date: '2026-11-24', startTime: '08:00', endTime: '15:00' };
  await expect
    .poll(() => sent)
    .toEqual([
      { act: 'decline', seen },
      { act: 'request', message: 'I can be there by 8:10.', seen },
    ]);
});

test('a reason for a decline neither opens nor empties the form of the request', async () => {
  const reasons: PromiseWithResolvers<Response>[] = [];
  const declined = { reader, acts: ['request', 'explain'], sentence: 'You declined it.', declineReason: null, vacancy };
  let isDeclined = false;
  answerCalls<{ act: string }>('/links/some-token', (body) => {
    if (body?.act === 'explain') {
      const reason = Promise.withResolvers<Response>();
      reasons.push(reason);
      return reason.promise;
    }
    if (body !== null) isDeclined = true;
    return isDeclined ? declined : { ...declined, acts: ['request', 'decline'], sentence: 'This vacancy is open.' };
  });
  history.replaceState(null, '', '/go/some-token');
  show(<OneTap />);
  const message = page.getByRole('textbox', { name: /^Message/ });
  const after = page.getByRole('button', { name: 'Request it after all' });
  const tooFar = page.getByRole('button', { name: 'Too far' });
  await page.getByRole('button', { name: 'Decline' }).click();
  await tooFar.click();
  await expect.poll(() => reasons.length).toBe(1);
  await expect.element(after).toBeVisible();
  await expect.element(message).not.toBeInTheDocument();
  reasons[0]?.resolve(Response.json({ error: 'Please try again.' }, { status: 503 }));
  await expect.element(page.getByText('Please try again.')).toBeVisible();
  await expect.element(message).not.toBeInTheDocument();
  await after.click();
  await expect.element(message).toHaveFocus();
  await message.fill('I can come after all.');
  await tooFar.click();
  await expect.poll(() => reasons.length).toBe(2);
  reasons[1]?.resolve(Response.json({ ...declined, declineReason: 'too_far' }));
  await expect.element(page.getByText(/^Your reason/)).toBeVisible();
  await expect.element(message).toHaveValue('I can come after all.');
});

test('lists the days of a job whose times differ, and sends all days that it shows', async () => {
  const sent: unknown[] = [];
  const days = [
    { date: '2026-11-24', startTime: '08:00', endTime: '15:00' },
    { date: '2026-11-25', startTime: '12:00', endTime: '15:00' },
  ];
  const job = { ...vacancy, together: '2 days, Tue, Nov 24 to Wed, Nov 25', days };
  answerCalls('/links/some-token', (body) => {
    if (body !== null) sent.push(body);
    return {
      reader,
      acts: ['request', 'decline'],
      sentence: 'This vacancy is open.',
      declineReason: null,
      vacancy: job,
    };
  });
  history.replaceState(null, '', '/go/some-token');
  show(<OneTap />);
  await expect.element(page.getByText('Tue, Nov 24, 8:00 AM – 3:00 PM')).toBeVisible();
  await expect.element(page.getByText('Wed, Nov 25, 12:00 PM – 3:00 PM')).toBeVisible();
  await page.getByRole('button', { name: 'Request Position' }).click();
  await expect.poll(() => sent).toEqual([{ act: 'request', seen: { ...days[0], days } }]);
});

test('keeps the keyboard focus on the page once an answer has removed its buttons', async () => {
  answerCalls('/links/some-token', (body) => {
    const acts = body === null ? ['request', 'decline'] : [];
    return { reader, acts, sentence: body === null ? 'Open.' : 'Requested.', declineReason: null, vacancy };
  });
  history.replaceState(null, '', '/go/some-token');
  show(<OneTap />);
  const request = page.getByRole('button', { name: 'Request Position' });
  await request.click();
  await expect.element(page.getByText('Requested.')).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('main') ?? null).not.toBeNull();
});

test('a second Enter on Request neither undoes the booking nor declines', async () => {
  const sent: unknown[] = [];
  answerCalls<{ act: string }>('/links/some-token', (body) => {
    if (body !== null) sent.push(body.act);
    const acts = body === null ? ['request', 'decline'] : ['undo'];
    const undoUntil = new Date(Date.now() + 300_000).toISOString();
    return { reader, acts, sentence: body === null ? 'Open.' : 'Booked.', declineReason: null, undoUntil, vacancy };
  });
  history.replaceState(null, '', '/go/some-token');
  show(<OneTap />);
  const request = page.getByRole('button', { name: 'Request Position' });
  await expect.element(request).toBeVisible();
  request.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(document.activeElement?.tagName).not.toBe('BUTTON');
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual(['request']);
});

test('two taps at once send one request', async () => {
  const sent: unknown[] = [];
  answerCalls<{ act: string }>('/links/some-token', (body) => {
    if (body !== null) sent.push(body.act);
    const acts = body === null ? ['request', 'decline'] : [];
    return { reader, acts, sentence: body === null ? 'Open.' : 'Requested.', declineReason: null, vacancy };
  });
  history.replaceState(null, '', '/go/some-token');
  show(<OneTap />);
  const request = page.getByRole('button', { name: 'Request Position' });
  await expect.element(request).toBeVisible();
  const button = request.element();
  if (button instanceof HTMLElement) for (const _ of [1, 2]) button.click();
  await expect.element(page.getByText('Requested.')).toBeVisible();
  expect(sent).toEqual(['request']);
});
