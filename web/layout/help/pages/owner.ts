import { at, type HelpPage } from '#web/layout/help/pages/page.ts';
import { paths } from '#web/paths.ts';

/** The pages for platform owners. */
export const ownerPages: readonly HelpPage[] = [
  {
    id: 'add-school',
    title: 'Add a school',
    roles: ['overall_admin'],
    words: 'new create school administrator appoint district time zone',
    steps: [
      'Open **Schools** and press **Add School**.',
      "Fill in the name, address and phone number. The **Time Zone** is set from the state and determines the school's dates.",
      'Schools with the same **District** share their approved substitutes, unless you or a school turn that off. Only you set a district.',
      'You can appoint an administrator who has no school yet. People can register at the school right away.',
    ],
    to: at(paths.overallAdmin.schools),
  },
  {
    id: 'close-school',
    title: 'Close or delete a school',
    roles: ['overall_admin'],
    words: 'deactivate inactive remove delete switch end',
    steps: [
      "Open **Schools**. The switch deactivates a school. Its people can sign in but can't change anything, and its data is kept.",
      '**Delete** permanently removes the school and all its data. You see what would be lost, can download everything first, and confirm by typing its name.',
      'Deleting a large school takes a while. The page shows the progress and who no longer has a school.',
    ],
    to: at(paths.overallAdmin.schools),
  },
  {
    id: 'approve-admins',
    title: 'Approve school administrators',
    roles: ['overall_admin'],
    words: 'pending accept reject new admin account',
    steps: [
      'Open **Pending Approvals**. The longest waiting are at the top.',
      '**Approve** lets them run their school. **Reject** closes the account. You can find it on the second tab.',
    ],
    to: at(paths.overallAdmin.pendingApprovals),
  },
  {
    id: 'owners',
    title: 'Add an owner, or help an administrator sign in',
    roles: ['overall_admin'],
    words: 'platform owner second reset password factor disable administrators lost phone',
    steps: [
      'Open **Administrators** in the profile menu.',
      "**Add Platform Owner** adds another owner. The last one can't be disabled.",
      'Each administrator has **Reset Password** and **Reset second factor**. We notify them.',
    ],
    to: at(paths.overallAdmin.administrators),
  },
  {
    id: 'outbox',
    title: 'See whether emails and texts went out',
    roles: ['overall_admin'],
    words: 'outbox mail email sms delivery failed kept smtp twilio not arrived',
    steps: [
      'Open **Outbox** in the profile menu.',
      'Filter by **Channel** and **Status**. Failed messages show the reason. Waiting messages show when they will be sent.',
      'If no mail server or text message service is set up, messages are kept here instead of being sent.',
    ],
    to: at(paths.overallAdmin.outbox),
  },
  {
    id: 'legal',
    title: 'Change the privacy text and the terms',
    roles: ['overall_admin'],
    words: 'legal privacy terms policy gdpr ferpa text',
    steps: [
      'Open **Privacy and Terms** in the profile menu.',
      "Press **Write our own**, and **Save text** when you're done. It applies to everyone whose school doesn't have its own text.",
      '**Back to the standard text** removes yours.',
    ],
    to: at(paths.overallAdmin.legalTexts),
  },
];
