import { emailLinkDays, passwordLinkMinutes, securityWords } from './account-security.ts';
import { type Draft, type Drafts, pages } from './notice-draft.ts';
import { productName } from './product.ts';
import { roleNames } from './role.ts';
import { formatDate } from './time.ts';

/** Returns the page where the holder of this code chooses the first password. */
export function invitationPath(code: string): string {
  return `/invitations/${code}`;
}

/** The words of notifications about accounts and schools. */
export const accountDrafts = {
  account_approved: (facts) =>
    account('Your account is approved', [
      `Hello ${facts.name},`,
      `Your account has been approved${at(facts.school)}. You now have full access to ${productName}.`,
    ]),
  account_rejected: (facts) =>
    account('Your account was not approved', [
      `Hello ${facts.name},`,
      `Your account was not approved${at(facts.school)}. If you think this is a mistake, please contact the school.`,
    ]),
  account_removed: (facts) =>
    account(`You were removed from ${facts.school}`, [
      `Hello ${facts.name},`,
      `${facts.school} has removed you from its substitutes. If you think this is a mistake, please contact the school.`,
      facts.accountIsGone
        ? 'You had no other school, so your account and all your data were deleted.'
        : "Your account and your other schools haven't changed.",
    ]),
  account_pending: (facts) => ({
    title: `Approval needed: ${facts.name}`,
    lines: [
      `${facts.name} (${roleNames[facts.role]}) is waiting for approval${at(facts.school)}.`,
      facts.rejectedEarlier ? 'The school rejected an earlier application.' : null,
    ],
    page: pages[facts.to].people,
    opens: 'person',
  }),
  account_joined: (facts) => ({
    title: `Invitation accepted: ${facts.name}`,
    lines: [
      `You invited ${facts.invitedName} to ${facts.school}. They already had an account as ${facts.name} and now use it for your school, too.`,
      facts.isApproved
        ? 'The account you created for them was deleted.'
        : 'Your school declined this account before, so please decide again. The account you created for them was deleted.',
    ],
    page: facts.isApproved ? pages[facts.to][facts.role === 'teacher' ? 'staff' : 'records'] : pages[facts.to].people,
    opens: 'person',
  }),
  account_left: (facts) => ({
    title: `${facts.name} left ${facts.school}`,
    lines: [
      `${facts.name} accepted an invitation from another school and no longer belongs to ${facts.school}. Their past absences stay in your reports.`,
    ],
    page: pages[facts.to].staff,
  }),
  exclusion_asked: ({ to, name, teacher }) => ({
    title: `${teacher} asks to exclude ${name}`,
    lines: [
      `${teacher} asks you to stop offering their classes to ${name}. Nothing changes until you agree.`,
      "Open the substitute's details to read why and decide.",
    ],
    page: pages[to].records,
    opens: 'person',
  }),
  exclusion_answered: ({ name, by, isAgreed }) => ({
    title: isAgreed ? `${name} is no longer offered your classes` : `${name} is still offered your classes`,
    lines: [
      isAgreed
        ? `${by} agreed to stop offering your classes to ${name}. They keep the classes they're already booked for.`
        : `${by} declined your request to stop offering your classes to ${name}. If you have questions, please ask them.`,
    ],
    page: 'approved-substitutes',
  }),
  exclusion_ended: ({ name, by }) => ({
    title: `${by} ended your exclusion of ${name}`,
    // The school's own exclusion of them may still apply, so it doesn't say that they can be offered the classes again.
    lines: [`${by} ended your exclusion of ${name}. If you have questions, please ask ${by}.`],
    page: 'approved-substitutes',
  }),
  password_reset: (facts) =>
    signIn('Your password was reset', [
      `Hello ${facts.name},`,
      `${facts.by} set a new password for your account. Please sign in with it and choose your own.`,
      "If you didn't expect this, please ask them.",
    ]),
  account_security: ({ name, event, by, left, about = null }) => {
    const { title, lines } = securityWords(event, { by, left, about });
    return signIn(title, [`Hello ${name},`, ...lines]);
  },
  password_link: (facts) => ({
    ...account('Choose a new password', [
      `Hello ${facts.name},`,
      `We got a request for a new password. The link works once, within ${passwordLinkMinutes} minutes.`,
      "If you didn't ask for it, ignore this email. Your password won't change.",
    ]),
    path: `/new-password/${facts.code}`,
  }),
  email_link: (facts) => ({
    ...account('Confirm your email address', [
      `Someone entered this address in a ${productName} account. If the account is yours, open the link and confirm the address. The link works for ${emailLinkDays} days.`,
      "If you didn't expect this, ignore this email.",
    ]),
    path: `/confirm-email/${facts.code}`,
  }),
  invitation: (facts) => ({
    ...account(`${facts.school} invites you to ${productName}`, [
      `Hello ${facts.name},`,
      `${facts.by} created an account for you at ${facts.school}. Your username is ${facts.username}.`,
      `Please choose your password by ${formatDate(facts.until)}. The link works once.`,
    ]),
    path: invitationPath(facts.code),
  }),
  emergency_plan_check: (facts) => ({
    title: 'Is your emergency plan still right?',
    lines: [
      `Hello ${facts.name},`,
      `You last checked your emergency plan on ${formatDate(facts.since)}. Substitutes get it if a class has no other plans.`,
      "Read it through, then press Still right or change what's different. We ask once a year.",
    ],
    page: 'emergency-plan',
  }),
  school_deactivated: (facts) =>
    account(`${facts.school} was deactivated`, [
      `${facts.school} was deactivated. You can still sign in, but you can't change anything until the school is active again.`,
    ]),
  sms_code: (facts) => account('Confirm your number', [`Your code is ${facts.code}. It works for 10 minutes.`]),
} satisfies Partial<Drafts>;

function account(title: string, lines: Draft['lines']): Draft {
  return { title, lines, page: '' };
}

/** Works like `account`, but leads to the reader's own sign-in settings. */
function signIn(title: string, lines: Draft['lines']): Draft {
  return { title, lines, page: 'profile?part=security' };
}

function at(school: string | null): string {
  return school === null ? '' : ` at ${school}`;
}
