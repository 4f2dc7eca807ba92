import { castPassword } from '#test/journeys/cast.ts';
import { expect } from '#test/journeys/fixture.ts';
import type { Form, Mishap } from '#test/journeys/mishaps.ts';
import { unique } from '#test/journeys/people.ts';

const otherwise =
  (sentence: string) =>
  ({ said }: Mishap) =>
    said ?? sentence;
/** Without a reply, the cause is unknown. */
const failed =
  (title: string, unknown: string, answeredBadly: string) =>
  ({ name, said }: Mishap) => ({ title, text: said ?? (name === 'no JSON' ? answeredBadly : unknown) });

let newcomer = '';

/** The forms for signed-out people. */
export const publicForms: readonly Form[] = [
  {
    name: 'Login',
    isPublic: true,
    open: async (page, { usernames }) => {
      await page.goto('/auth/teacher');
      await page.getByLabel('Username').fill(usernames.teacher);
      await page.getByLabel('Password', { exact: true }).fill(castPassword);
    },
    method: 'POST',
    path: () => '/api/login',
    submit: (page) => page.getByRole('button', { name: 'Login', exact: true }),
    says: otherwise('An error occurred during login. Please try again.'),
    toast: failed('Login failed', 'Unknown error during login', 'Authentication failed'),
    kept: async (page) => {
      await expect(page.getByLabel('Username')).not.toHaveValue('');
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(castPassword);
    },
    fields: {
      username: (page) => page.getByLabel('Username'),
      password: (page) => page.getByLabel('Password', { exact: true }),
    },
    done: async (page) => {
      await expect(page).toHaveURL('/dashboard/teacher');
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      await page.goto('about:blank');
      await page.context().clearCookies();
    },
  },
  {
    name: 'Register',
    isPublic: true,
    open: async (page, { school }) => {
      newcomer = `gwen_${unique()}`;
      await page.goto('/auth/substitute?tab=register');
      await page.getByLabel('School', { exact: false }).first().selectOption({ label: school.name });
      await page.getByLabel('Full Name').fill('Gwen Aldridge');
      await page.getByLabel('Username').fill(newcomer);
      await page.getByLabel('Email').fill(`${newcomer}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill(castPassword);
      await page.getByLabel('Confirm Password').fill(castPassword);
    },
    method: 'POST',
    path: () => '/api/register',
    submit: (page) => page.getByRole('button', { name: 'Register', exact: true }),
    says: otherwise('An error occurred during registration. Please try again.'),
    box: (page) => page.locator('#registration-error'),
    toast: failed('Registration failed', 'Unknown error during registration', 'Registration failed'),
    kept: async (page) => {
      await expect(page.getByLabel('Username')).toHaveValue(newcomer);
      for (const label of ['School', 'Full Name', 'Email', 'Confirm Password'])
        await expect(page.getByLabel(label).first()).not.toHaveValue('');
    },
    fields: {
      username: (page) => page.getByLabel('Username'),
      email: (page) => page.getByLabel('Email'),
      password: (page) => page.getByLabel('Password', { exact: true }),
    },
    done: (page) => expect(page).toHaveURL('/dashboard/substitute'),
  },
];
