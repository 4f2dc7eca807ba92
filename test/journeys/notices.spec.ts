import type { Page } from '@playwright/test';
import { sendMessage } from '#contract/messages.ts';
import { twilioInbound } from '#contract/sms.ts';
import { createVacancy } from '#contract/absences.ts';
import { deleteVacancy } from '#contract/vacancy-staff.ts';
import { call } from '#test/journeys/calls.ts';
import { test } from '#test/journeys/carriers.ts';
import { type Cast, dayFromNow, openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, seeToast } from '#test/journeys/fixture.ts';
import type { MailCatcher } from '#test/mail-catcher.ts';
import { until } from '#test/until.ts';

/** Returns the path of a link, without its host. */
const pathOf = (link: string | undefined) => new URL(link ?? '').pathname;
const linkIn = (text: string) => pathOf(/https?:\/\/\S+\/go\/[\w-]+/.exec(text)?.[0]);

async function mailTo(mail: MailCatcher, username: string, subject: string) {
  return until(() => mail.mails.find((each) => each.to.startsWith(username) && each.subject.includes(subject)));
}

const post = (cast: Cast, title: string, more: object = {}) =>
  call(cast.teacher.request, createVacancy, {
    body: {
      date: dayFromNow(1),
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day',
      description: title,
      additionalNotes: 'Plans are on the desk.',
      postAnyway: true,
      isUrgent: true,
      sendNotifications: true,
      sendEmail: true,
      sendSMS: true,
      ...more,
    },
  });

async function expectNarrowEnough(page: Page) {
  const width = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (width) await page.setViewportSize(width);
}

test('a substitute agrees to text messages, and a vacancy is requested and approved only with links and a text', async ({
  open,
  firstBell,
  mail,
  twilio,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['substitute', 'teacher']);
  const { substitute } = cast;
  expectRefusal('/api/sms');

  const leaveAndStay = async () => {
    await substitute.getByRole('link', { name: 'Home', exact: true }).first().click();
    await substitute.getByRole('button', { name: 'Keep editing' }).click();
  };
  await test.step('the number is verified with a code', async () => {
    await substitute.goto('/dashboard/substitute/profile?part=notices');
    const part = substitute.getByRole('region', { name: 'How you are notified' });
    await part.getByRole('button', { name: 'Send me a code' }).click();
    await expect(part.getByText('Please agree to get text messages first.')).toBeVisible();
    await part.getByLabel('Mobile number').fill('(218) 555-0142');
    await leaveAndStay();
    await part.getByLabel('I agree').check();
    await part.getByRole('button', { name: 'Send me a code' }).click();
    await expect(part.getByLabel('Code')).toBeFocused();
    const sms = await until(() => twilio.sent.find(({ to }) => to === '+12185550142'));
    const code = /\d{6}/.exec(sms.body)?.[0] ?? '';
    await part.getByLabel('Code').fill('1');
    await leaveAndStay();
    await part.getByRole('button', { name: 'Confirm number' }).click();
    await expect(part.getByText("This isn't the code we sent.")).toBeVisible();
    await expectNarrowEnough(substitute);
    await part.getByLabel('Code').fill(code);
    await part.getByRole('button', { name: 'Confirm number' }).click();
    await seeToast(substitute, 'Text messages are on', 'They go to (218) 555-0142.');
    await expect(part.getByText('You can also reply STOP to any of them.')).toBeVisible();
  });

  await test.step('they choose quiet hours', async () => {
    await substitute.getByLabel('From', { exact: true }).fill('00:00');
    await substitute.getByLabel('Until').fill('00:00');
    await substitute.getByRole('button', { name: 'Set quiet hours' }).click();
    await seeToast(substitute, 'Notification settings saved');
    await expectAccessible(substitute);
    await expectNarrowEnough(substitute);
  });

  await post(cast, 'Fractions in room 12');
  const phone = await open('about:blank');
  await test.step('the SMS has the required content, and its link opens the vacancy without a sign-in', async () => {
    const sms = await until(() => twilio.sent.find(({ to, body }) => to === '+12185550142' && body.includes('URGENT')));
    expect(sms.body).toContain(`Substitute needed, ${cast.school.name}, `);
    expect(sms.body).toContain('8:00 AM-3:00 PM');
    await phone.goto(linkIn(sms.body));
    await expect(phone.getByRole('heading', { name: 'Fractions in room 12' })).toBeVisible();
    await expect(phone.getByText('For Tom Example')).toBeVisible();
    await expect(phone.getByText('This vacancy is open. The school has to approve your request.')).toBeVisible();
    await expectAccessible(phone, 'in every run');
    await expectNarrowEnough(phone);
  });

  await test.step('a click requests it; opening the link had changed nothing', async () => {
    await phone.getByLabel('Message').fill('I can be there by 7:40.');
    await phone.getByRole('button', { name: 'Request Position' }).click();
    await expect(phone.getByText('Request submitted successfully. Awaiting teacher approval.')).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Request Position' })).toHaveCount(0);
    await expect(phone.getByRole('main')).toContainText('Added by a substitute“I can be there by 7:40.”');
    await phone.reload();
    await expect(phone.getByText("You requested this vacancy. The school hasn't answered yet.")).toBeVisible();
  });

  await test.step("the teacher approves by the link of the teacher's mail", async () => {
    const asked = await mailTo(mail, cast.usernames.teacher, 'Request from a substitute');
    expect(asked.text).toContain('I can be there by 7:40.');
    const teacher = await open(linkIn(asked.text));
    await expect(teacher.getByText('Tom Example requested this vacancy.')).toBeVisible();
    await teacher.getByRole('button', { name: 'Approve' }).click();
    await expect(teacher.getByText('Tom Example will cover this class and has been notified.')).toBeVisible();
    const approved = await mailTo(mail, cast.usernames.substitute, 'Your request was approved');
    await phone.goto(linkIn(approved.text));
    await expect(
      phone.getByText(/^You're covering this class\. You can undo this until \d+:\d\d [AP]M\.$/),
    ).toBeVisible();
    await expectAccessible(phone);
  });

  await test.step('the substitute undoes their request by that link, within five minutes', async () => {
    await phone.getByRole('button', { name: 'Undo' }).click();
    await expect(phone.getByText(/^You're no longer booked\. It doesn't count as a cancellation/)).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  await test.step('they request another class with a text, which is answered, and the teacher sees it without a reload', async () => {
    const { teacher } = cast;
    await teacher.goto('/dashboard/teacher/my-vacancies');
    const before = twilio.sent.length;
    await post(cast, 'Decimals in room 9', { date: dayFromNow(2) });
    await expect(teacher.getByRole('article', { name: 'Decimals in room 9' })).toBeVisible();
    const sms = await until(() => twilio.sent.slice(before).find(({ to }) => to === '+12185550142'));
    const reply = /Y(\d+)/.exec(sms.body)?.[0] ?? '';
    const message = { From: sms.to, To: sms.from, Body: reply, MessageSid: `SM${'7'.repeat(32)}` };
    const { port } = new URL(firstBell.url);
    const answer = await twilio.post(firstBell.url, `http://localhost:${port}`, twilioInbound.path, message);
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('You requested') });
    await teacher.getByRole('tab', { name: 'Pending Requests 1' }).click();
    const requested = teacher.getByRole('article', { name: 'Decimals in room 9' });
    await expect(requested.getByText('Tom Example').first()).toBeVisible();
    await expect(requested.getByRole('button', { name: /^Approve/ })).toBeVisible();
  });
});

test('a phone shows a new vacancy live, requests it by a link in the mail, and the teacher sees it without a reload', async ({
  open,
  firstBell,
  mail,
}) => {
  const cast = await openCast(open, firstBell, ['teacher', 'substitute']);
  const { substitute, teacher } = cast;
  await substitute.goto('/dashboard/substitute/available-vacancies');
  await teacher.goto('/dashboard/teacher/my-vacancies');
  const screens = [substitute, teacher];
  for (const screen of screens) await screen.evaluate(() => document.documentElement.setAttribute('data-stayed', ''));

  await post(cast, 'Band rehearsal');
  await expect(substitute.getByRole('article', { name: 'Band rehearsal' })).toBeVisible();

  const offered = await mailTo(mail, cast.usernames.substitute, 'Substitute needed');
  // The link opens in the email app's own browser, where no one is signed in.
  const opened = await open(linkIn(offered.text));
  const mayReload = () => opened.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await mayReload()).toBe(true);
  await opened.getByLabel('Message').fill('I can be there by 7:40.');
  await expect.poll(mayReload).toBe(false);
  await opened.getByRole('button', { name: 'Request Position' }).click();
  await expect(opened.getByText('Request submitted successfully. Awaiting teacher approval.')).toBeVisible();

  await teacher.getByRole('tab', { name: 'Pending Requests 1' }).click();
  const asked = teacher.getByRole('article', { name: 'Band rehearsal' });
  await expect(asked.getByText('Tom Example').first()).toBeVisible();
  await expect(asked.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await expect(substitute.getByRole('article', { name: 'Band rehearsal' })).toHaveCount(0);
  for (const screen of screens) await expect(screen.locator('html[data-stayed]')).toHaveCount(1);
});

test('a link explains that its vacancy was deleted, and an invalid link says so', async ({
  open,
  firstBell,
  mail,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, []);
  const { id } = await post(cast, 'A day that was canceled');
  const offered = await mailTo(mail, cast.usernames.substitute, 'Substitute needed');
  const link = linkIn(offered.text);
  const phone = await open(link);
  await expect(phone.getByRole('heading', { name: 'A day that was canceled' })).toBeVisible();
  await call(cast.teacher.request, deleteVacancy, { params: { id: String(id) } });
  const token = link.split('/').at(-1) ?? '';
  expectRefusal(`/api/links/${token}`);
  await phone.getByRole('button', { name: 'Request Position' }).click();
  await expect(phone.getByRole('heading', { name: 'This one is no longer available' })).toBeVisible();
  await expect(phone.getByText("There's nothing left to do here.")).toBeVisible();
  await expectAccessible(phone, 'in every run');

  const wrong = `${token.slice(0, 20)}${token[20] === 'x' ? 'yyyy' : 'xxxx'}`;
  expectRefusal(`/api/links/${wrong}`);
  await phone.goto(`/go/${wrong}`);
  await expect(phone.getByRole('heading', { name: 'Nothing to do here' })).toBeVisible();
  await expect(phone.getByText('This link no longer works.')).toBeVisible();
  await expectAccessible(phone, 'in every run');
});

test('a person turns off a kind of mail by its link, undoes it, and changes it in the profile', async ({
  open,
  firstBell,
  mail,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const write = (subject: string) =>
    call(cast.teacher.request, sendMessage, {
      body: { subject, message: 'Thank you.', recipients: [cast.substituteId] },
    });
  await write('First letter');
  const letter = await mailTo(mail, cast.usernames.substitute, 'First letter');
  const page = await open(pathOf(/Stop emails like this \(Messages\): (\S+)/.exec(letter.text)?.[1]));
  await expect(page.getByText('Stop getting emails about “Messages”?')).toBeVisible();
  await expectAccessible(page, 'in every run');
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByText('You won’t get any more emails about “Messages”.')).toBeVisible();
  expect(await write('Second letter')).toMatchObject({ recipients: 1, emailsSent: 0 });

  await cast.substitute.goto('/dashboard/substitute/profile?part=notices');
  const messages = cast.substitute.getByLabel('Messages by mail');
  await expect(messages).not.toBeChecked();
  await expect(cast.substitute.getByLabel('My account by mail')).toBeDisabled();
  await messages.check();
  await seeToast(cast.substitute, 'Notification settings saved');
  expect(await write('Third letter')).toMatchObject({ emailsSent: 1 });
  await page.reload();
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await page.getByRole('button', { name: 'Send them again' }).click();
  await expect(page.getByRole('button', { name: 'Stop these emails' })).toBeVisible();
});

test('the sender of an urgent message sees how many SMS it takes', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['teacher']);
  await cast.teacher.goto('/dashboard/teacher/approved-substitutes');
  await cast.teacher.getByRole('button', { name: 'Message All' }).click();
  const dialog = cast.teacher.getByRole('dialog');
  await dialog.getByLabel('Mark as urgent (sends SMS)').check();
  await expect(
    dialog.getByText(
      "0 of 1 person will get it as a text message. Everyone will see it in FirstBell. 0 of this month's 2,000 text messages are used.",
    ),
  ).toBeVisible();
});

test('a person who forgot the password gets a link by mail', async ({ open, firstBell, mail }) => {
  const cast = await openCast(open, firstBell, []);
  const page = await open('/forgot-password');
  await page.getByLabel('Username or email').fill(cast.usernames.teacher);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  const sent = await mailTo(mail, cast.usernames.teacher, 'Choose a new password');
  expect(sent.text).toContain('/new-password/');
});

test('a changed email address is confirmed with the link in its mail; opening the link alone changes nothing', async ({
  open,
  firstBell,
  mail,
  expectRefusal,
}) => {
  const { teacher } = await openCast(open, firstBell, ['teacher']);
  await teacher.goto('/dashboard/teacher/profile');
  const banner = teacher.getByText('Confirm your email address');
  await expect(teacher.getByLabel('Email', { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
  const username = `moved_${Date.now().toString(36)}`;
  await teacher.getByLabel('Email', { exact: true }).fill(`${username}@example.org`);
  await teacher.getByRole('button', { name: 'Save' }).click();
  await seeToast(teacher, 'Profile updated');
  await expect(banner).toBeVisible();
  await expectAccessible(teacher, 'in every run');
  await teacher.getByRole('button', { name: 'Send the link again' }).click();
  await expect(teacher.getByText(`We sent another link to ${username}@example.org.`)).toBeVisible();

  const { text } = await mailTo(mail, username, 'Confirm your email address');
  const link = pathOf(/https?:\/\/\S+\/confirm-email\/\S+/.exec(text)?.[0]);
  const page = await open(link);
  await expect(page.getByText(`${username}@example.org`)).toBeVisible();
  await expectAccessible(page, 'in every run');
  await teacher.reload();
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(page.getByText('Your email address is confirmed')).toBeVisible();
  await expectAccessible(page, 'in every run');
  await teacher.reload();
  await expect(teacher.getByLabel('Email', { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
  expectRefusal(link.replace('/confirm-email/', '/api/email-links/'));
  await page.goto(link);
  await expect(page.getByText('This link no longer works.')).toBeVisible();
});
