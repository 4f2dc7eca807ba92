import type { Role } from '#domain/role.ts';
import { paths, profilePath } from '#web/paths.ts';

/** Pages with a picture; `scripts/help-pictures.ts` says how each is made from the demo. */
export const pictured = [
  'post-absence',
  'several-days',
  'answer-request',
  'message-substitutes',
  'request-position',
  'decline',
  'cancel-assignment',
  'weekly-availability',
  'choose-schools',
  'calendar-feed',
  'assign',
  'approve-people',
  'import-people',
  'set-shifts',
  'export-reports',
  'add-school',
  'outbox',
  'what-reaches-me',
  'second-factor',
] as const;
export type PictureId = (typeof pictured)[number];

export type HelpPage = {
  id: string;
  /** Reads on after "How do I …". */
  title: string;
  roles: readonly Role[];
  /** What else people call it, for the search. */
  words: string;
  /** What to do, in order. What stands in **stars** is the name of a screen, button or field, letter by letter. */
  steps: readonly string[];
  /** Where it is done. */
  to?: (role: Role) => string;
};

const everybody: readonly Role[] = ['teacher', 'substitute', 'school_admin', 'overall_admin'];
const inProfile = (part: string) => (role: Role) => `${profilePath[role]}?part=${part}`;
const at = (path: string) => () => path;

/** What people ask most, each as a page of a few steps. Their order is the one in which they are listed. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'post-absence',
    title: 'Post an absence',
    roles: ['teacher'],
    words: 'sick ill away leave day off call in request create vacancy new substitute needed urgent today',
    steps: [
      "In a hurry: on your dashboard press **I'm out today** or **I'm out tomorrow**. Shift, class, room and plans are those of your last absence. Look, change what differs, press **Publish**.",
      'For any other day open **Create Absence Request**.',
      'Choose the date and a **Shift Type**. The times fill in, and you can change them.',
      'Check the **Title** and what the substitute needs to know (**Description**).',
      'Tick **Urgent** where it is for today or tomorrow.',
      'Press **Publish Absence Request**. The substitutes of your school are told at once.',
    ],
    to: at(paths.teacher.createAbsenceRequest),
  },
  {
    id: 'several-days',
    title: 'Post several days at once',
    roles: ['teacher'],
    words: 'week more than one day batch multiple dates vacation leave',
    steps: [
      'Open **Create Absence Request** and tick **Several days**.',
      'Choose the first and the **Last Day**. School days are ticked, weekends and closed days are not. Change any of them.',
      'Each day becomes a vacancy of its own, so that different people can take them. They are posted all together, or none is.',
    ],
    to: at(paths.teacher.createAbsenceRequest),
  },
  {
    id: 'answer-request',
    title: 'Approve or reject a substitute who asks',
    roles: ['teacher'],
    words: 'accept book answer decide pending request waiting confirm say yes no',
    steps: [
      'Open **My Vacancies**. Requests stand under Pending Requests, those for today first.',
      'Read who asks, and what they wrote.',
      '**Approve** books this person and tells them. **Reject** opens the vacancy again for everybody else.',
      "Who does not answer for today is reminded after 5 minutes; after 10 your school's administrators are asked too.",
    ],
    to: at(`${paths.teacher.myVacancies}?tab=pending`),
  },
  {
    id: 'change-absence',
    title: 'Change or cancel an absence',
    roles: ['teacher'],
    words: 'edit delete remove recovered well again wrong date time mistake lesson plan link',
    steps: [
      'Open **My Vacancies** and press **Edit** at the vacancy.',
      'While nobody has it, everything can be changed. Afterwards notes and the lesson plans can still be added, and whoever has it is told.',
      'You can come after all: **Cancel absence**, in the same place, until it starts. Everybody concerned is told.',
    ],
    to: at(`${paths.teacher.myVacancies}?tab=open`),
  },
  {
    id: 'release',
    title: 'Take a substitute off my day',
    roles: ['teacher'],
    words: 'release unbook somebody else swap replace',
    steps: [
      'Open **My Vacancies**, then Filled Vacancies.',
      'Press **Release substitute** and say why: they read it.',
      'The vacancy is open again, and substitutes can ask for it.',
    ],
    to: at(`${paths.teacher.myVacancies}?tab=filled`),
  },
  {
    id: 'message-substitutes',
    title: 'Write to substitutes',
    roles: ['teacher'],
    words: 'message mail email sms text template thank you announce contact',
    steps: [
      'Open **Approved Substitutes**. Tick those you mean, or none for all.',
      'Press **Message All** or **Message Selected**.',
      'Choose one of the four templates, or write your own. **Mark as urgent (sends SMS)** also sends it as a text message to whoever agreed to get them; you see to how many before you send.',
      'What you have sent, and whether it arrived, stands under **Sent**.',
    ],
    to: at(paths.teacher.approvedSubstitutes),
  },
  {
    id: 'nobody-asks',
    title: 'Find out why nobody asks',
    roles: ['teacher'],
    words: 'no substitute unfilled empty nobody open waiting help',
    steps: [
      "Your school's administrators see every open vacancy. They can book somebody at once, and are told of a room that is still empty an hour before it starts.",
      'You can help: in **My Vacancies** press **Message substitutes** at the vacancy.',
      'A clear title, lesson plans and a short description make a day easier to take.',
    ],
    to: at(`${paths.teacher.myVacancies}?tab=open`),
  },

  {
    id: 'request-position',
    title: 'Find and request work',
    roles: ['substitute'],
    words: 'job vacancy position accept apply open available work shift today book',
    steps: [
      'Open **Available Vacancies**. The soonest come first.',
      'Press **Request to Accept**, read the day, and add a line if you like.',
      'Press **Request Position**. The teacher answers; until then it stands under **My Assignments**.',
      'Some classes book you at once: the card and the button say so. If you request two classes for the same time, we withdraw the other one as soon as one is approved.',
      'You see none? They appear once your account is approved, for the schools that you have chosen.',
    ],
    to: at(paths.substitute.availableVacancies),
  },
  {
    id: 'decline',
    title: 'Hide a vacancy I do not want',
    roles: ['substitute'],
    words: 'decline no not interested remove undo filter distance',
    steps: [
      'Press **Decline** at the vacancy. It is never offered to you again, and nobody thinks less of you.',
      'By mistake? **Undo** stands in the message for a few seconds; later, open the filters and show the declined ones.',
    ],
    to: at(paths.substitute.availableVacancies),
  },
  {
    id: 'cancel-assignment',
    title: 'Say that I cannot come',
    roles: ['substitute'],
    words: 'cancel withdraw sick ill assignment request take back confirm',
    steps: [
      'Open **My Assignments**.',
      'A request that nobody has answered: **Withdraw** takes it back.',
      'An assignment that is yours: **Cancel assignment**, and say why. Teacher and school are told at once, and the room is offered again.',
      "A school assigned you without your asking: **Confirm** or **Can't come**. It does not count as a cancellation.",
    ],
    to: at(`${paths.substitute.myAssignments}?tab=upcoming`),
  },
  {
    id: 'weekly-availability',
    title: 'Say when I can work',
    roles: ['substitute'],
    words:
      'availability week days times morning afternoon schedule calendar free single date vacation holiday exception',
    steps: [
      'Open **My Availability** and choose for each day: Unavailable, Morning, Afternoon or All Day. **Copy Monday to weekdays** saves time.',
      'Press **Save**.',
      'One day is different? Choose it in the month below, under **Single dates**.',
      'With **Only what fits my availability** you see only what fits; schools see whom to ask.',
    ],
    to: at(paths.substitute.myAvailability),
  },
  {
    id: 'choose-schools',
    title: 'Choose the schools I work for',
    roles: ['substitute'],
    words: 'school add remove select apply another district place leave',
    steps: [
      'Open your profile at **Schools you work for**.',
      'Search by name or city, tick the schools, and save.',
      'A school that has not approved you yet shows **Waiting for approval**. You see its vacancies once it approves you.',
      'Schools in one district can share approvals: where yours does, you can start at once.',
    ],
    to: inProfile('schools'),
  },
  {
    id: 'calendar-feed',
    title: 'See my assignments in my own calendar',
    roles: ['substitute'],
    words: 'calendar feed ical ics google apple outlook subscribe sync phone',
    steps: [
      'Open your profile at **Your calendar** and press **Create address**.',
      'Press **Copy address**, and add it in your calendar program as a subscription ("from URL").',
      'It keeps itself up to date. Whoever has the address sees your assignments: **End this address** makes it useless.',
    ],
    to: inProfile('calendar'),
  },
  {
    id: 'offline',
    title: 'Use it without a connection',
    roles: ['substitute'],
    words: 'offline install app home screen phone no internet signal pwa',
    steps: [
      'In your phone\'s browser choose "Add to Home Screen" (iPhone: Share; Android: the menu).',
      'In your profile, press **Turn notices on** once, so that this device may keep your assignments.',
      'Without a connection FirstBell then opens with the assignments it last knew, and says from when they are. Nothing can be requested or cancelled until you are back.',
    ],
    to: inProfile('notices'),
  },

  {
    id: 'assign',
    title: 'Fill a room',
    roles: ['school_admin'],
    words: 'assign substitute book cover open vacancy empty room today best fit pending request decide',
    steps: [
      'Open **Open Vacancies**. What somebody asked for stands under **Pending requests**: approve or reject.',
      'Otherwise press **Assign Substitute**. Whoever fits best stands first; below them the others, with the reason why not.',
      '**Assign** books them at once. They are asked to confirm; until then the vacancy says so.',
    ],
    to: at(paths.schoolAdmin.openVacancies),
  },
  {
    id: 'post-for-teacher',
    title: 'Post for a teacher',
    roles: ['school_admin'],
    words: 'create vacancy absence on behalf sick call phone several days',
    steps: [
      'Open **Open Vacancies** and press **Create Vacancy**.',
      'Choose the **Absent teacher**, then date, shift and what it is.',
      "It stands among the teacher's own vacancies, and they are told.",
    ],
    to: at(paths.schoolAdmin.openVacancies),
  },
  {
    id: 'approve-people',
    title: 'Approve teachers and substitutes',
    roles: ['school_admin'],
    words: 'accept application new registration pending account reject details resume district share',
    steps: [
      'Open **Pending Approvals**.',
      '**Details** shows profile, resume and week.',
      '**Accept** a substitute or **Approve** a teacher, or **Reject** them. They are told.',
      'A rejected person can be found again under the second tab, and accepted later.',
      '**New from your district** lists substitutes whom another school in your district approved. Reject one to remove them.',
      'To decide on everybody yourself, check **Approve every substitute ourselves** in **Manage School**.',
    ],
    to: at(paths.schoolAdmin.pendingApprovals),
  },
  {
    id: 'import-people',
    title: 'Import teachers from a list',
    roles: ['school_admin'],
    words: 'csv excel spreadsheet upload many bulk add teachers substitutes invite invitation slip',
    steps: [
      'Open **Manage Teachers** (or **Manage Substitutes**) and press **Import CSV**.',
      '**Download an example** shows the columns. Choose your file: you see what each line would do before anything happens.',
      'Whoever has an email address is invited by mail; for the others you print a slip with a code.',
    ],
    to: at(paths.schoolAdmin.manageTeachers),
  },
  {
    id: 'add-person',
    title: 'Add, disable or remove one person',
    roles: ['school_admin'],
    words: 'new teacher substitute account delete leave deactivate enable remove',
    steps: [
      '**Add Teacher** stands in **Manage Teachers**, **Add Substitute** in **Manage Substitutes**.',
      "**Disable** ends a teacher's sessions and keeps their history; **Enable** brings them back.",
      "**Remove** ends a substitute's work at your school alone. Their coming days here open again, and all concerned are told.",
    ],
    to: at(paths.schoolAdmin.manageTeachers),
  },
  {
    id: 'reset-others',
    title: 'Help somebody who cannot sign in',
    roles: ['school_admin'],
    words: 'forgot password reset locked login second factor lost phone teacher substitute',
    steps: [
      'Find them in **Manage Teachers** or **Manage Substitutes** and press **Reset Password**. They are told and asked to choose their own.',
      'Their phone is lost: **Reset second factor**, in their details.',
      'A substitute of several schools asks for a new password by email themselves, at the sign-in page.',
    ],
    to: at(paths.schoolAdmin.manageTeachers),
  },
  {
    id: 'set-shifts',
    title: 'Set the shifts of my school',
    roles: ['school_admin'],
    words:
      'times hours bell schedule morning afternoon full day vacancy configuration book first reason clock time zone',
    steps: [
      'Open **Manage School**, **Vacancy configuration**.',
      'Tick the shifts that teachers may choose, and set when each begins and ends. The line above them shows your day.',
      '**Book the first request automatically** fills a class without an approval. **Show the reason to substitutes** lets them read why a teacher is absent.',
      'Press **Save**.',
    ],
    to: at(paths.schoolAdmin.manageSchool),
  },
  {
    id: 'closed-days',
    title: 'Tell teachers when we are closed',
    roles: ['school_admin'],
    words: 'holiday break vacation closure snow day calendar workday no school closed',
    steps: [
      'Open **Manage School**, **Closed days**.',
      'Enter a **Name** and the **First Day**; for a break also the **Last Day**.',
      'Press **Add closed days**. Absences are then proposed for the next school day, and these days are not ticked when someone posts several.',
    ],
    to: at(paths.schoolAdmin.manageSchool),
  },
  {
    id: 'branding',
    title: 'Show our logo and our own legal texts',
    roles: ['school_admin'],
    words: 'branding picture banner privacy terms phone address contact information',
    steps: [
      'Open **Manage School**. **School information** has address, phone and clock: people find them in their help.',
      'Under **Branding** add a logo and a banner. They also stand in the mails that your school sends.',
      'Under **Privacy and terms** write your own texts, or keep the standard ones.',
    ],
    to: at(paths.schoolAdmin.manageSchool),
  },
  {
    id: 'export-reports',
    title: 'Export or print reports',
    roles: ['school_admin'],
    words: 'report csv excel pdf download month statistics absence fill rate paper payroll days',
    steps: [
      'On the **Dashboard**, under **Monthly reports**, choose the report and the month.',
      '**CSV** gives a file for a spreadsheet, **Print or save as PDF** a clean page.',
      "**Print this day** puts the day's coverage on one sheet of paper.",
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'correct',
    title: 'Correct who was there',
    roles: ['school_admin'],
    words: 'past wrong substitute payroll history change after release delete',
    steps: [
      'Open **Open Vacancies**, then the past ones.',
      'Press **Correct who was there**, choose the right person or nobody, and say why. It stands in the history.',
      'Until a day ends, **Release substitute** opens it again, and **Delete** takes it away; all concerned are told.',
    ],
    to: at(`${paths.schoolAdmin.openVacancies}?tab=past`),
  },
  {
    id: 'who-did-what',
    title: 'See who did what',
    roles: ['school_admin', 'overall_admin'],
    words: 'audit log history changes record security',
    steps: [
      'Open **Audit Log** in the profile menu.',
      'Search by a name, or narrow it to a kind and to dates. Changes show the old and the new value. No one can edit the log.',
    ],
    to: (role) => (role === 'overall_admin' ? paths.overallAdmin.auditLog : paths.schoolAdmin.auditLog),
  },

  {
    id: 'add-school',
    title: 'Add a school',
    roles: ['overall_admin'],
    words: 'new create school administrator appoint district time zone',
    steps: [
      'Open **Schools** and press **Add School**.',
      "Fill in name, address and phone. The **Time Zone** follows the state; its dates are the school's from then on.",
      'Schools with the same **District** share their approved substitutes, unless you or a school turn that off. Only you set a district.',
      'An administrator without a school can be appointed here. From now on people can register there.',
    ],
    to: at(paths.overallAdmin.schools),
  },
  {
    id: 'close-school',
    title: 'Close or delete a school',
    roles: ['overall_admin'],
    words: 'deactivate inactive remove delete switch end',
    steps: [
      'Open **Schools**. The switch deactivates a school: its people can sign in but change nothing, and all is kept.',
      '**Delete** takes the school with everything it holds. You see what would be lost, can download everything first, and type its name.',
      'Deleting a large school takes a while. This page shows the progress and who has no school now.',
    ],
    to: at(paths.overallAdmin.schools),
  },
  {
    id: 'approve-admins',
    title: 'Approve school administrators',
    roles: ['overall_admin'],
    words: 'pending accept reject new admin account',
    steps: [
      'Open **Pending Approvals**. The one who has waited longest stands first.',
      '**Approve** lets them run their school. **Reject** closes the account; it can be found under the second tab.',
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
      '**Add Platform Owner** makes one more; the last one cannot be disabled.',
      '**Reset Password** and **Reset second factor** stand at each administrator. They are told.',
    ],
    to: at(paths.overallAdmin.administrators),
  },
  {
    id: 'outbox',
    title: 'See whether mails and SMS went out',
    roles: ['overall_admin'],
    words: 'outbox mail email sms delivery failed kept smtp twilio not arrived',
    steps: [
      'Open **Outbox** in the profile menu.',
      'Narrow it by **Channel** and **Status**. What could not be delivered says why, and what waits says until when.',
      'Where no mail server or SMS service is set up, everything is kept here instead of being sent.',
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
      'Press **Write our own**, and **Save text** when it is done. It holds for everybody whose school has none of its own.',
      '**Back to the standard text** takes yours away again.',
    ],
    to: at(paths.overallAdmin.legalTexts),
  },

  {
    id: 'what-reaches-me',
    title: 'Choose what reaches me, and how',
    roles: everybody,
    words:
      'notifications notices email mail sms push text messages quiet hours night stop unsubscribe too many turn off',
    steps: [
      'Open your profile at **How you are notified**.',
      'Tick for each topic what comes by **Email**, **SMS** and **Push**. In FirstBell itself you always find everything.',
      '**Quiet hours** hold text messages and pushes back at night, except answers to what you asked or posted yourself.',
    ],
    to: inProfile('notices'),
  },
  {
    id: 'sms',
    title: 'Get text messages',
    roles: everybody,
    words: 'sms text phone number mobile code stop consent agree',
    steps: [
      'Open your profile at **How you are notified**, enter your **Mobile number**, and tick **I agree**.',
      'Press **Send me a code**, enter what arrives, and press **Confirm number**.',
      '**Stop text messages**, or STOP as an answer to one, ends them at once.',
    ],
    to: inProfile('notices'),
  },
  {
    id: 'confirm-email',
    title: 'Confirm my email address',
    roles: everybody,
    words: 'email mail address confirm verify link trusted change new',
    steps: [
      'After you enter or change your address, we send a link there. Open it and press **Confirm email address**.',
      'No email? Open your profile and press **Send the link again**. Look in the spam folder too.',
      'Until you confirm a new address, email goes to the one before. An administrator who approves you confirms your address too.',
    ],
    to: inProfile('details'),
  },
  {
    id: 'push',
    title: 'Get notices on this device',
    roles: everybody,
    words: 'push phone lock screen app install browser alert',
    steps: [
      'Open your profile at **How you are notified** and press **Turn notices on**. Your browser asks you to allow it.',
      'On an iPhone or iPad, first add FirstBell to the Home Screen and open it from there.',
      'They end with **Turn notices off**, and when you sign out.',
    ],
    to: inProfile('notices'),
  },
  {
    id: 'second-factor',
    title: 'Turn on a second factor',
    roles: everybody,
    words: '2fa mfa authenticator code app security recovery lost phone stolen password two step',
    steps: [
      'Open your profile at **Security** and press **Set up second factor**.',
      'Scan the picture with an authenticator app, and enter the code that it shows.',
      'Keep the ten recovery codes away from your phone: each lets you in once, should the phone be lost.',
    ],
    to: inProfile('security'),
  },
  {
    id: 'password',
    title: 'Change my password, or sign out elsewhere',
    roles: everybody,
    words: 'forgot reset login sessions devices log out stolen security',
    steps: [
      'Open your profile and press **Change password**. All other sessions end with it.',
      '**Where you are signed in** lists your devices; **Sign out elsewhere** ends the others.',
      'Forgotten? The sign-in page has a link that sends you a mail.',
    ],
    to: inProfile('account'),
  },
  {
    id: 'own-data',
    title: 'Get everything that is kept about me',
    roles: everybody,
    words: 'download data privacy gdpr export zip copy delete account',
    steps: [
      'Open your profile and press **Download my data**.',
      'It asks for your password, and gives you one zip that explains itself.',
    ],
    to: inProfile('account'),
  },
  {
    id: 'colours',
    title: 'Make it dark, or larger',
    roles: everybody,
    words: 'theme dark light mode colours zoom font size contrast print accessibility keyboard screen reader',
    steps: [
      'In the profile menu choose **Device**, **Light** or **Dark**.',
      'Larger letters: zoom as on any page. Everything stays in one column, up to 400 %.',
      'Everything works by keyboard: Tab goes on, Enter presses, Esc closes, F6 goes to the message at the edge.',
    ],
  },
];

/** The pages of a role, its own before those for everybody. */
export function pagesOf(role: Role): readonly HelpPage[] {
  return helpPages.filter(({ roles }) => roles.includes(role));
}
