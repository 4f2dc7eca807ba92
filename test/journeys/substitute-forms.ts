import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { listVacancies } from '#contract/vacancies.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { call } from '#test/journeys/calls.ts';
import { castPassword, dayFromNow } from '#test/journeys/cast.ts';
import { expect } from '#test/journeys/fixture.ts';
import type { Form, Mishap } from '#test/journeys/mishaps.ts';
import { cover } from '#test/journeys/teacher-forms.ts';

const home = '/dashboard/substitute';
const profile = `${home}/profile`;

const error = ({ sentence }: Mishap) => ({ title: 'Error', text: sentence });
const errorUnlessLost = (mishap: Mishap) => (mishap.name === '409' ? null : error(mishap));
const failed =
  (title: string, otherwise: string) =>
  ({ said }: Mishap) => ({ title, text: said ?? otherwise });
const toast = (page: Page) => page.locator('[data-toast]');
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
const details = (page: Page) => page.getByRole('form', { name: 'Your details' });

/** A substitute's forms, and the profile form of every role. */
export const substituteForms: readonly Form[] = [
  {
    name: 'Request Assignment',
    open: async (page, { post }) => {
      const { id } = await post({ title: 'Unlucky room' });
      await page.goto(`${home}/available-vacancies?request=${id}`);
      await page.getByLabel('Message').fill('I can be there by 7:40.');
    },
    method: 'PATCH',
    path: () => /^\/api\/vacancies\/\d+$/,
    submit: (page) => dialog(page).getByRole('button', { name: 'Request Position' }),
    toast: errorUnlessLost,
    kept: (page) => expect(page.getByLabel('Message')).toHaveValue('I can be there by 7:40.'),
    fields: { additionalNotes: (page) => page.getByLabel('Message') },
    endsWithConflict: true,
    done: async (page, { teacher }) => {
      await expect(toast(page)).toContainText('Request submitted successfully. Awaiting teacher approval.');
      const asked = await call(teacher.request, listVacancies, { query: { status: 'pending_approval' } });
      expect(asked.map(({ additionalNotes }) => additionalNotes.match(/7:40/g)?.length)).toEqual([1]);
    },
  },
  {
    name: 'Cancel assignment',
    open: async (page, cast) => {
      const room = await cast.post({ title: 'Given up room', days: 2 });
      await cover(cast, room);
      await page.goto(`${home}/my-assignments?tab=upcoming&cancel=${room.id}`);
      await page.getByLabel('Why you can’t come').fill('My car broke down.');
    },
    method: 'POST',
    path: () => /^\/api\/vacancies\/\d+\/release$/,
    submit: (page) => dialog(page).getByRole('button', { name: 'Cancel assignment' }),
    toast: errorUnlessLost,
    kept: (page) => expect(page.getByLabel('Why you can’t come')).toHaveValue('My car broke down.'),
    fields: { reason: (page) => page.getByLabel('Why you can’t come') },
    done: (page) => expect(toast(page)).toContainText('Assignment canceled'),
  },
  {
    name: "Can't come",
    open: async (page, { post, admin, substituteId }) => {
      const { id } = await post({ title: 'Assigned room', days: 3 });
      await call(admin.request, assignSubstitute, { params: { id: String(id) }, body: { substituteId } });
      await page.goto(`${home}?cannot-come=${id}`);
    },
    method: 'POST',
    path: () => /^\/api\/vacancies\/\d+\/cannot-come$/,
    submit: (page) => dialog(page).getByRole('button', { name: "Can't come" }),
    toast: errorUnlessLost,
    kept: (page) => expect(dialog(page)).toBeVisible(),
    done: (page) => expect(toast(page)).toContainText('Answer sent'),
  },
  {
    name: 'Availability grid',
    open: async (page) => {
      await page.goto(`${home}/my-availability`);
      await page.getByRole('radio', { name: /^Monday: All Day/ }).check({ force: true });
    },
    method: 'PATCH',
    path: ({ substituteId }) => `/api/users/${substituteId}/general-availability`,
    submit: save,
    toast: failed('Failed to update', 'Failed to save general availability'),
    kept: (page) => expect(page.getByRole('radio', { name: /^Monday: All Day/ })).toBeChecked(),
    done: async (page) => {
      await expect(toast(page)).toContainText('Availability saved');
      await expect(save(page)).toHaveCount(0);
    },
  },
  {
    name: 'Single date',
    open: async (page) => {
      await page.goto(`${home}/my-availability?date=${dayFromNow(1)}`);
      await page.getByLabel('Notes').fill('At the dentist.');
    },
    method: 'PUT',
    path: () => '/api/availability',
    submit: (page) => dialog(page).getByRole('button', { name: 'Save' }),
    toast: ({ sentence }) => ({ title: 'Failed to update', text: sentence }),
    kept: (page) => expect(page.getByLabel('Notes')).toHaveValue('At the dentist.'),
    fields: { notes: (page) => page.getByLabel('Notes') },
    done: async (page) => {
      await expect(toast(page)).toContainText('Date saved');
      await expect(page.getByRole('list').getByText('At the dentist.')).toBeVisible();
    },
  },
  {
    name: 'Profile',
    open: async (page) => {
      await page.goto(profile);
      await page.getByLabel('Bio').fill('Calm, on time.');
    },
    method: 'PATCH',
    path: ({ substituteId }) => `/api/users/${substituteId}`,
    submit: (page) => details(page).getByRole('button', { name: 'Save' }),
    toast: failed('Update failed', 'Failed to update profile'),
    kept: (page) => expect(page.getByLabel('Bio')).toHaveValue('Calm, on time.'),
    fields: { fullName: (page) => page.getByLabel('Name', { exact: true }), email: (page) => page.getByLabel('Email') },
    done: (page) => expect(toast(page)).toContainText('Profile updated'),
  },
  {
    name: 'Photo and resume',
    open: async (page) => {
      await page.goto(profile);
      const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3b66db' } })
        .png()
        .toBuffer();
      await page.getByLabel('Photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      await page.getByLabel('Resume').setInputFiles({
        name: 'tom.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\ntrailer<<>>\n%%EOF'),
      });
    },
    method: 'PATCH',
    path: ({ substituteId }) => `/api/users/${substituteId}`,
    submit: (page) => details(page).getByRole('button', { name: 'Save' }),
    toast: failed('Update failed', 'Failed to update profile'),
    kept: async (page) => {
      await expect(page.getByRole('img', { name: 'The photo you chose' })).toHaveJSProperty('naturalWidth', 64);
      await expect(page.getByText('tom.pdf, not saved yet')).toBeVisible();
    },
    fields: { profileImage: (page) => page.getByLabel('Photo'), resume: (page) => page.getByLabel('Resume') },
    done: async (page) => {
      await expect(toast(page)).toContainText('Profile updated');
      await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible();
    },
  },
  {
    name: 'Remove photo',
    open: (page) => page.goto(`${profile}?dialog=remove-photo`).then(() => undefined),
    method: 'PATCH',
    path: ({ substituteId }) => `/api/users/${substituteId}/remove-profile-image`,
    submit: (page) => dialog(page).getByRole('button', { name: 'Remove' }),
    toast: failed('Update failed', 'Failed to remove profile image'),
    kept: (page) => expect(dialog(page)).toBeVisible(),
    done: (page) => expect(toast(page)).toContainText('Profile image removed'),
  },
  {
    name: 'School choice',
    open: async (page, { school }) => {
      await page.goto(`${profile}?part=schools`);
      await page.getByRole('checkbox', { name: school.name }).uncheck({ force: true });
    },
    method: 'PATCH',
    path: ({ substituteId }) => `/api/users/${substituteId}`,
    submit: save,
    toast: failed('Update failed', 'Failed to update profile'),
    kept: (page) => expect(page.getByText(/will end, and we’ll notify the school/)).toBeVisible(),
    done: (page) => expect(toast(page)).toContainText('Your schools are saved.'),
  },
  {
    name: 'Change password',
    open: async (page) => {
      await page.goto(`${profile}?dialog=password`);
      await page.getByLabel('Current Password').fill(castPassword);
      await page.getByLabel('New Password').fill('harvest-window-77');
      await page.getByLabel('Confirm Password').fill('harvest-window-77');
    },
    method: 'POST',
    path: () => '/api/user/password',
    submit: (page) => dialog(page).getByRole('button', { name: 'Change password' }),
    toast: error,
    kept: async (page) => {
      await expect(page.getByLabel('Current Password')).toHaveValue(castPassword);
      for (const label of ['New Password', 'Confirm Password'])
        await expect(page.getByLabel(label)).toHaveValue('harvest-window-77');
    },
    fields: {
      currentPassword: (page) => page.getByLabel('Current Password'),
      password: (page) => page.getByLabel('New Password'),
    },
    done: (page) => expect(toast(page)).toContainText('Password changed'),
  },
];
