import type { Page } from '@playwright/test';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { call } from '#test/journeys/calls.ts';
import { type Cast, dayFromNow } from '#test/journeys/cast.ts';
import { expect } from '#test/journeys/fixture.ts';
import type { Form, Mishap } from '#test/journeys/mishaps.ts';

const home = '/dashboard/teacher';
const mine = `${home}/my-vacancies`;
const oneVacancy = /^\/api\/vacancies\/\d+$/;

const error = ({ sentence }: Mishap) => ({ title: 'Error', text: sentence });
/** A lost race is shown where it was lost, and nowhere else. */
const errorUnlessLost = (mishap: Mishap) => (mishap.name === '409' ? null : error(mishap));
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

/** The substitute requests, and the teacher approves. */
export async function cover({ substitute, teacher, substituteId }: Cast, vacancy: { id: number }): Promise<void> {
  const params = { id: String(vacancy.id) };
  await call(substitute.request, updateVacancy, { params, body: { status: 'pending_approval' } });
  await call(teacher.request, updateVacancy, { params, body: { status: 'filled', substituteId } });
}

/** A teacher's forms. */
export const teacherForms: readonly Form[] = [
  {
    name: 'Create Absence Request',
    open: async (page) => {
      await page.goto(`${home}/create-absence-request`);
      await page.getByLabel('Date', { exact: true }).fill(dayFromNow(1));
      await page.getByLabel('Shift Type').selectOption({ index: 1 });
      await page.getByLabel('Title', { exact: true }).fill('Grade 2 classroom');
      await page.getByLabel('Description', { exact: true }).fill('Plans are on the desk.');
    },
    method: 'POST',
    path: () => '/api/vacancies',
    submit: (page) => page.getByRole('button', { name: 'Publish Absence Request' }),
    says: ({ name, sentence }) =>
      name === 'the network is lost'
        ? 'We couldn’t confirm that this was published'
        : `Failed to create vacancy: ${sentence}`,
    toast: ({ sentence }) => ({
      title: 'Error',
      text: `Failed to create vacancy request. Please try again. ${sentence}`,
    }),
    kept: async (page) => {
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Grade 2 classroom');
      await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Plans are on the desk.');
    },
    fields: {
      date: (page) => page.getByLabel('Date', { exact: true }),
      description: (page) => page.getByLabel('Title', { exact: true }),
      googleDocLink: (page) => page.getByLabel('Lesson Plans Document Link'),
    },
    done: async (page) => {
      await expect(page.locator('[data-toast]')).toContainText('Absence request created successfully');
      await expect(page).toHaveURL(home);
      await expect(page.getByRole('row', { name: 'Grade 2 classroom' })).toHaveCount(1);
    },
  },
  {
    name: 'Edit Vacancy',
    open: async (page, { post }) => {
      const { id } = await post({ title: 'Edited room', days: 2 });
      await page.goto(`${mine}?tab=open&edit=${id}`);
      await page.getByLabel('Title', { exact: true }).fill('Room that was edited');
    },
    method: 'PATCH',
    path: () => oneVacancy,
    submit: (page) => dialog(page).getByRole('button', { name: 'Save' }),
    toast: errorUnlessLost,
    kept: (page) => expect(page.getByLabel('Title', { exact: true })).toHaveValue('Room that was edited'),
    fields: {
      description: (page) => page.getByLabel('Title', { exact: true }),
      additionalNotes: (page) => page.getByLabel('Description', { exact: true }),
    },
    done: async (page) => {
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByRole('article', { name: 'Room that was edited' })).toBeVisible();
    },
  },
  {
    name: 'Edit a covered vacancy',
    open: async (page, cast) => {
      const room = await cast.post({ title: 'Covered room', days: 3 });
      await cover(cast, room);
      await page.goto(`${mine}?tab=filled&edit=${room.id}`);
      await page.getByLabel('Description', { exact: true }).fill('The key is at the office.');
    },
    method: 'PATCH',
    path: () => oneVacancy,
    submit: (page) => dialog(page).getByRole('button', { name: 'Save' }),
    toast: errorUnlessLost,
    kept: (page) => expect(page.getByLabel('Description', { exact: true })).toHaveValue('The key is at the office.'),
    fields: {
      additionalNotes: (page) => page.getByLabel('Description', { exact: true }),
      googleDocLink: (page) => page.getByLabel('Lesson Plans Document Link'),
    },
    done: async (page) => {
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByRole('article', { name: 'Covered room' })).toContainText('The key is at the office.');
    },
  },
  {
    name: 'Release substitute',
    open: async (page, cast) => {
      const room = await cast.post({ title: 'Released room', days: 4 });
      await cover(cast, room);
      await page.goto(`${mine}?tab=filled&release=${room.id}`);
      await page.getByLabel('Why', { exact: true }).fill('I am well again.');
    },
    method: 'POST',
    path: () => /^\/api\/vacancies\/\d+\/release$/,
    submit: (page) => dialog(page).getByRole('button', { name: 'Release substitute' }),
    toast: errorUnlessLost,
    kept: (page) => expect(page.getByLabel('Why', { exact: true })).toHaveValue('I am well again.'),
    fields: { reason: (page) => page.getByLabel('Why', { exact: true }) },
    done: async (page) => {
      await expect(page.locator('[data-toast]')).toContainText('Substitute released');
      await expect(page.getByRole('article', { name: 'Released room' })).toHaveCount(0);
    },
  },
  {
    name: 'Cancel absence',
    open: async (page, { post }) => {
      const { id } = await post({ title: 'Canceled room', days: 5 });
      await page.goto(`${mine}?tab=open&edit=${id}&remove=${id}`);
    },
    method: 'DELETE',
    path: () => oneVacancy,
    submit: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Cancel absence' }),
    says: ({ sentence }) => `Failed to delete vacancy: ${sentence}`,
    toast: (mishap) =>
      mishap.name === '409' ? null : { title: 'Error', text: `Failed to delete vacancy: ${mishap.sentence}` },
    kept: (page) => expect(page.getByRole('alertdialog')).toBeVisible(),
    done: async (page) => {
      await expect(page.locator('[data-toast]')).toContainText('Vacancy deleted');
      await expect(page.getByRole('article', { name: 'Canceled room' })).toHaveCount(0);
    },
  },
  {
    name: 'Message substitutes',
    open: async (page) => {
      await page.goto(`${home}/approved-substitutes?message=all`);
      await page.getByLabel('Subject').fill('Keys');
      await page.getByLabel('Message', { exact: true }).fill('They are at the office.');
    },
    method: 'POST',
    path: () => '/api/messages',
    submit: (page) => dialog(page).getByRole('button', { name: 'Send to 1 substitute' }),
    toast: ({ said }) => ({ title: 'Failed to send message', text: said ?? 'An unknown error occurred' }),
    kept: async (page) => {
      await expect(page.getByLabel('Subject')).toHaveValue('Keys');
      await expect(page.getByLabel('Message', { exact: true })).toHaveValue('They are at the office.');
    },
    fields: {
      subject: (page) => page.getByLabel('Subject'),
      message: (page) => page.getByLabel('Message', { exact: true }),
    },
    done: async (page) => {
      await expect(page.locator('[data-toast]')).toContainText('Your message was sent to 1 substitute(s).');
      await expect(dialog(page)).toHaveCount(0);
    },
  },
  {
    name: 'Approve',
    open: async (page, { post, substitute }) => {
      const { id } = await post({ title: 'Asked room', days: 6 });
      await call(substitute.request, updateVacancy, {
        params: { id: String(id) },
        body: { status: 'pending_approval' },
      });
      await page.goto(`${mine}?tab=pending`);
    },
    method: 'PATCH',
    path: () => oneVacancy,
    submit: (page) => page.getByRole('article').last().getByRole('button', { name: 'Approve' }),
    toast: (mishap) =>
      mishap.name === '409' ? null : { title: 'Error', text: 'Failed to approve substitute. Please try again.' },
    kept: (page) => expect(page.getByRole('article').last()).toHaveAccessibleName('Asked room'),
    endsWithConflict: true,
    done: (page) => expect(page.locator('[data-toast]')).toContainText('Substitute approved'),
  },
];
