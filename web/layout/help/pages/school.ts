import { at, type HelpPage } from '#web/layout/help/pages/page.ts';
import { paths } from '#web/paths.ts';

/** The people and settings of a school. */
export const schoolPages: readonly HelpPage[] = [
  {
    id: 'approve-people',
    title: 'Approve teachers and substitutes',
    roles: ['school_admin'],
    words: 'accept application new registration pending account reject details resume district share',
    steps: [
      'Open **Pending Approvals**.',
      '**Details** shows the profile, the resume and the weekly availability.',
      '**Accept** a substitute or **Approve** a teacher, or **Reject** them. We notify them.',
      'Rejected people are on the second tab. You can accept them later.',
      '**New from your district** lists substitutes whom another school in your district approved. Reject one to remove them.',
      'To approve every substitute yourself, check **Approve every substitute ourselves** in **Manage School**.',
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
      '**Download an example** shows the columns. Choose your file. You see what each row will do before anything is saved.',
      'Valid rows are imported. **Download rows to correct** gives you the others with the reason in each row.',
      'New people with an email address get an invitation by email. For the others, you print a slip with a code. People you already have are updated.',
    ],
    to: at(paths.schoolAdmin.manageTeachers),
  },
  {
    id: 'add-person',
    title: 'Add, disable or remove one person',
    roles: ['school_admin'],
    words: 'new teacher substitute account delete leave deactivate enable remove',
    steps: [
      'Use **Add Teacher** in **Manage Teachers**, or **Add Substitute** in **Manage Substitutes**. New people get an invitation to choose their own password, by email or as a slip to print.',
      '**Disable** signs a teacher out and keeps their history. Their vacancies stay, and administrators are notified in their place. **Enable** lets them sign in again.',
      "**Remove** affects only your school. The substitute's upcoming assignments here open again, and we notify everyone involved.",
    ],
    to: at(paths.schoolAdmin.manageTeachers),
  },
  {
    id: 'reset-others',
    title: "Help someone who can't sign in",
    roles: ['school_admin'],
    words: 'forgot password reset locked login second factor lost phone teacher substitute',
    steps: [
      'Find them in **Manage Teachers** or **Manage Substitutes** and press **Reset Password**. We notify them and ask them to choose their own.',
      'If they lost their phone, press **Reset second factor** in their details.',
      'A substitute who works for several schools can request a new password by email on the sign-in page.',
    ],
    to: at(paths.schoolAdmin.manageTeachers),
  },
  {
    id: 'set-shifts',
    title: 'Set the shifts of my school',
    roles: ['school_admin'],
    words:
      'times hours bell schedule morning afternoon full day vacancy configuration offers waves best matches favorites everyone notified book first reason clock time zone',
    steps: [
      'Open **Manage School** and go to **Vacancy configuration**.',
      'Check the shifts that teachers can choose, and set when each starts and ends. The line above them shows your day.',
      'Under **Who is notified first**, choose whether everyone is notified of a vacancy at once, or the best matches or favorites first. Every substitute who fits can see and request it either way. **When they are notified** sets the hours: at night, these offers wait until the morning.',
      '**Book the first request automatically** fills a class without approval. **Show the reason to substitutes** lets them see why a teacher is absent.',
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
      'Open **Manage School** and go to **Closed days**.',
      'Enter a **Name** and the **First Day**. For a break, enter the **Last Day**, too.',
      "Press **Add closed days**. We then suggest the next school day for new absences, and closed days aren't selected when someone posts several days.",
    ],
    to: at(paths.schoolAdmin.manageSchool),
  },
  {
    id: 'branding',
    title: 'Show our logo and our own legal texts',
    roles: ['school_admin'],
    words: 'branding picture banner privacy terms phone address parking lot door arrival contact information',
    steps: [
      'Open **Manage School**. **School information** contains the address, phone number and time zone. Your staff and substitutes find them under Support.',
      'Under **Parking and arrival**, say where substitutes park and which door they use. They see it in every offer and booking.',
      'Under **Branding**, add a logo and a banner. They also appear in emails from your school.',
      'Under **Privacy and terms**, write your own texts or keep the standard ones.',
    ],
    to: at(paths.schoolAdmin.manageSchool),
  },
];
