import type { Page } from '@playwright/test';
import { castPassword } from '#test/journeys/cast.ts';
import { expect } from '#test/journeys/fixture.ts';
import type { Form } from '#test/journeys/mishaps.ts';
import { unique } from '#test/journeys/people.ts';

let newcomer = '';

/** The dialog that creates another person's account. */
function addingForm(noun: 'Teacher' | 'Substitute', rest: Pick<Form, 'says' | 'toast'>): Form {
  const dialog = (page: Page) => page.getByRole('dialog', { name: `Add ${noun}` });
  const password = (page: Page) => dialog(page).getByRole('textbox', { name: 'Password', exact: true });
  return {
    name: `Add ${noun}`,
    ...rest,
    open: async (page) => {
      newcomer = `nils_${unique()}`;
      await page.goto(`/dashboard/school-admin/manage-${noun.toLowerCase()}s?dialog=add`);
      await dialog(page).getByLabel('Full Name').fill(`Nils ${noun}`);
      await dialog(page).getByLabel('Username').fill(newcomer);
      await dialog(page).getByLabel('Email').fill(`${newcomer}@example.org`);
      await dialog(page).getByText('Set a password instead of inviting them').click();
      await password(page).fill(castPassword);
      await dialog(page).getByLabel('Confirm Password').fill(castPassword);
    },
    method: 'POST',
    path: () => '/api/users',
    submit: (page) => dialog(page).getByRole('button', { name: `Add ${noun}` }),
    kept: async (page) => {
      await expect(dialog(page).getByLabel('Username')).toHaveValue(newcomer);
      await expect(dialog(page).getByLabel('Full Name')).toHaveValue(`Nils ${noun}`);
      await expect(password(page)).toHaveValue(castPassword);
    },
    fields: {
      fullName: (page) => dialog(page).getByLabel('Full Name'),
      username: (page) => dialog(page).getByLabel('Username'),
      email: (page) => dialog(page).getByLabel('Email'),
      password,
    },
    done: async (page) => {
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByRole('heading', { name: `Nils ${noun}` })).toHaveCount(1);
    },
  };
}

/** A school admin's forms about people. */
export const peopleForms: readonly Form[] = [
  addingForm('Teacher', {
    says: ({ sentence }) => `Failed to add teacher: ${sentence}`,
    toast: ({ sentence }) => ({ title: 'Error', text: `Failed to add teacher: ${sentence}` }),
  }),
  addingForm('Substitute', { toast: ({ sentence }) => ({ title: 'Error adding substitute', text: sentence }) }),
  {
    name: 'Reset Password',
    open: async (page) => {
      await page.goto('/dashboard/school-admin/manage-teachers');
      await page.getByRole('button', { name: 'Reset Password of Ruth Example' }).click();
      await page.getByLabel('New Password').fill('wooden-lamp-5');
    },
    method: 'POST',
    path: () => '/api/admin/reset-password',
    submit: (page) =>
      page
        .getByRole('dialog', { name: 'Reset Ruth Example’s password' })
        .getByRole('button', { name: 'Reset Password' }),
    toast: ({ sentence }) => ({ title: 'Error', text: sentence }),
    kept: (page) => expect(page.getByLabel('New Password')).toHaveValue('wooden-lamp-5'),
    fields: { newPassword: (page) => page.getByLabel('New Password') },
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
];
