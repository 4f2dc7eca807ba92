import type { Role } from '#domain/role.ts';
import { paths, profilePath } from '#web/paths.ts';

/** Pages with a picture. `scripts/help-pictures.ts` creates them from the demo. */
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
  /** Continues "How do I …". */
  title: string;
  roles: readonly Role[];
  /** Synonyms for the search. */
  words: string;
  /** The steps, in order. Text in **stars** is the exact name of a screen, button or field. */
  steps: readonly string[];
  /** The screen where it is done. */
  to?: (role: Role) => string;
};

const everybody: readonly Role[] = ['teacher', 'substitute', 'school_admin', 'overall_admin'];
const inProfile = (part: string) => (role: Role) => `${profilePath[role]}?part=${part}`;
const at = (path: string) => () => path;

/** Common tasks, each as a page of a few steps, in display order. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'post-absence',
    title: 'Post an absence',
    roles: ['teacher'],
    words: 'sick ill away leave day off call in request create vacancy new substitute needed urgent today',
    steps: [
      "In a hurry? On your dashboard, press **I'm out today** or **I'm out tomorrow**. The shift, class, room and plans are copied from your last absence. Check them, change what's different, and press **Publish**.",
      'For any other day, open **Create Absence Request**.',
      'Choose the date and a **Shift Type**. The times fill in, and you can change them.',
      'Review the **Title** and what the substitute needs to know (**Description**).',
      'Check **Urgent** if it is for today or tomorrow.',
      "Press **Publish Absence Request**. We notify your school's substitutes right away.",
    ],
    to: at(paths.teacher.createAbsenceRequest),
  },
  {
    id: 'several-days',
    title: 'Post several days at once',
    roles: ['teacher'],
    words: 'week more than one day batch multiple dates vacation leave',
    steps: [
      'Open **Create Absence Request** and check **Several days**.',
      'Choose the first and the **Last Day**. School days are selected. Weekends and closed days are not. You can change any of them.',
      'Each day becomes its own vacancy, so different substitutes can take them. Either all days are posted or none.',
    ],
    to: at(paths.teacher.createAbsenceRequest),
  },
  {
    id: 'answer-request',
    title: 'Approve or reject a request',
    roles: ['teacher'],
    words: 'accept book answer decide pending request waiting confirm say yes no',
    steps: [
      "Open **My Vacancies**. You'll find requests under Pending Requests, with today's first.",
      'See who requested it and what they wrote.',
      '**Approve** books this substitute and notifies them. **Reject** opens the vacancy to everyone else again.',
      "If a request is for today, we remind you after 5 minutes. After 10 minutes, we also ask your school's administrators.",
    ],
    to: at(`${paths.teacher.myVacancies}?tab=pending`),
  },
  {
    id: 'change-absence',
    title: 'Change or cancel an absence',
    roles: ['teacher'],
    words: 'edit delete remove recovered well again wrong date time mistake lesson plan link split half part',
    steps: [
      'Open **My Vacancies** and press **Edit** on the vacancy.',
      'While a request waits, you can only add notes and lesson plans. Otherwise you can change everything. We notify the substitute you have, and they confirm again if the times are now more than 15 minutes from those they agreed to.',
      'If your substitute can only stay for one half, open the details of the vacancy and press **Split**. The other half is offered to everyone else.',
      'If you can come after all, press **Cancel absence** in the same place before it starts, or before it ends while no one covers it. We notify everyone involved.',
    ],
    to: at(`${paths.teacher.myVacancies}?tab=open`),
  },
  {
    id: 'leave-plans',
    title: 'Leave plans for the substitute',
    roles: ['teacher', 'school_admin'],
    words: 'lesson plans files pdf word docx image photo seating chart attach upload document link opened read',
    steps: [
      'When you post an absence, or press **Edit** on it, enter a link under **Lesson Plans Document Link**, press **Add a file**, or both. A class can have 5 files of 10 MB.',
      'You can change them until the class ends. We notify the substitute.',
      'Only the booked substitute can open the files, from the booking until the class ends or they are released. The files are never in an email or a text message.',
      'Press **Details** on the absence to see who opened them and when.',
    ],
    to: (role) => (role === 'teacher' ? paths.teacher.myVacancies : paths.schoolAdmin.openVacancies),
  },
  {
    id: 'emergency-plan',
    title: 'Write an emergency plan',
    roles: ['teacher', 'school_admin'],
    words: 'emergency standing sub folder plan routines seating chart students allergies medication details sensitive',
    steps: [
      'Open the menu under your name and press **Emergency Plan**. The front office finds it under **Manage Teachers** with **Emergency plan**.',
      'Write down routines, seating and people to ask, and add files. Substitutes get it when a class has no other plans.',
      'Allergies and the like belong under **Student details**. The booked substitute can open them only on the day of the class, until it ends.',
      'Once a year we ask if the plan is still right. Press **Still right**, or change what is different.',
      'At the end of the page you see when the front office opened it.',
    ],
    to: (role) => (role === 'teacher' ? paths.teacher.emergencyPlan : paths.schoolAdmin.manageTeachers),
  },
  {
    id: 'release',
    title: 'Take a substitute off my day',
    roles: ['teacher'],
    words: 'release unbook somebody else swap replace',
    steps: [
      'Open **My Vacancies**, then Filled Vacancies.',
      'Press **Release substitute** and enter a reason. The substitute will read it.',
      'The vacancy is open again, and substitutes can request it.',
    ],
    to: at(`${paths.teacher.myVacancies}?tab=filled`),
  },
  {
    id: 'message-substitutes',
    title: 'Message substitutes',
    roles: ['teacher'],
    words: 'message mail email sms text template thank you announce contact',
    steps: [
      "Open **Approved Substitutes**. Select the substitutes you want to message. To message all of them, don't select anyone.",
      'Press **Message All** or **Message Selected**.',
      'Choose one of the four templates, or write your own. **Mark as urgent (sends SMS)** also sends it as a text message to everyone who agreed to get them. You see how many people that is before you send.',
      "You'll find your messages, and whether they arrived, under **Sent**.",
    ],
    to: at(paths.teacher.approvedSubstitutes),
  },
  {
    id: 'favorites',
    title: 'Get my favorite substitutes first',
    roles: ['teacher', 'school_admin'],
    words: 'star favorite preferred prefer like best request by name offer first head start',
    steps: [
      'In your list of substitutes, press the star next to someone who has worked at your school. A teacher’s stars count for that teacher, an administrator’s for the whole school. Substitutes don’t see them.',
      'Favorites rank higher when vacancies are offered. In **Manage School**, an administrator can also choose **Favorites first**: then they’re notified before everyone else.',
      'For one absence, open **Offer first to…** in the form and choose up to five people. Everyone else is notified after a while, sooner if the start is close. They can already see the vacancy.',
    ],
    to: (role) => (role === 'teacher' ? paths.teacher.approvedSubstitutes : paths.schoolAdmin.manageSubstitutes),
  },
  {
    id: 'no-requests',
    title: 'Find out why no one requests my vacancy',
    roles: ['teacher'],
    words: 'no substitute unfilled empty nobody open waiting help',
    steps: [
      "Your school's administrators see every open vacancy. They can assign a substitute at any time. We notify them if a class is still uncovered an hour before it starts.",
      'You can help: in **My Vacancies**, press **Message substitutes** on the vacancy.',
      'A clear title, lesson plans and a short description make a substitute more likely to take the day.',
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
      'Press **Request to Accept**, read the details, and add a message if you like.',
      'Press **Request Position**. Until the teacher answers, you find your request under **My Assignments**.',
      'Some classes book you right away. The card and the button say so. If you request two classes for the same time, we withdraw one as soon as the other is approved.',
      "Don't see any vacancies? They appear once your account is approved, for the schools you chose.",
    ],
    to: at(paths.substitute.availableVacancies),
  },
  {
    id: 'decline',
    title: "Hide a vacancy I don't want",
    roles: ['substitute'],
    words: 'decline no not interested remove undo filter distance reason why',
    steps: [
      "Press **Decline** on the vacancy. We won't offer it to you again. Declining doesn't count against you.",
      "We ask why afterwards. You don't have to say. If you choose 'Not available that day', the day is marked in your availability. The other reasons help schools offer you better matches.",
      'Declined by mistake? Press **Undo** within a few seconds. Later, open the filters and show the declined ones.',
    ],
    to: at(paths.substitute.availableVacancies),
  },
  {
    id: 'job-preferences',
    title: 'Be offered only the classes I want',
    roles: ['substitute'],
    words: 'preferences half day full day notice short morning early wake prefer offers fewer',
    steps: [
      'Open **My Availability** and go to **Job preferences**.',
      'Choose the **Length of the day** and the **Shortest notice**. Each choice is saved right away.',
      'We only offer you classes that match. You can still see and request all others.',
    ],
    to: at(paths.substitute.myAvailability),
  },
  {
    id: 'why-not-more',
    title: "Find out why I don't see more vacancies",
    roles: ['substitute'],
    words: 'few none empty more offers why rule reason availability declined limit schools approved',
    steps: [
      'Open **Available Vacancies**, and at the end of the list **Why don’t I see more?**.',
      'You see how many of the open vacancies at your schools fit you, and how many each rule leaves out: your availability, your bookings, your declines, and limits that a school sets. Each has a link to what you can change.',
      'Below, you see how many vacancies you were notified of this month, how many you answered, and on how many days you are booked.',
    ],
    to: at(paths.substitute.availableVacancies),
  },
  {
    id: 'cancel-assignment',
    title: "Say that I can't come",
    roles: ['substitute'],
    words: 'cancel withdraw sick ill assignment request take back confirm',
    steps: [
      'Open **My Assignments**.',
      'To take back a request before it is answered, press **Withdraw**.',
      'To cancel an assignment, press **Cancel assignment** and enter a reason. We notify the teacher and the school right away and offer the class again.',
      "If a school assigned you without a request, press **Confirm** or **Can't come**. Saying you can't come doesn't count as a cancellation.",
    ],
    to: at(`${paths.substitute.myAssignments}?tab=upcoming`),
  },
  {
    id: 'read-plans',
    title: 'Read the plans for a class',
    roles: ['substitute'],
    words: 'lesson plans files documents seating chart what to teach open read',
    steps: [
      'Open **My Assignments** and press **Plans** on the class. You can do this from the booking until the class ends.',
      'If there are no plans for the day, you see the teacher’s emergency plan, if they wrote one. We notify you when plans are added.',
      'On the day of the class, press **Open student details** to read what you must know about students.',
      'The teacher and the front office see when you opened them.',
    ],
    to: at(paths.substitute.myAssignments),
  },
  {
    id: 'sign-in-at-school',
    title: 'Sign in at a school',
    roles: ['substitute'],
    words: 'attendance arrive code office counter no-show late report time answer record',
    steps: [
      'Every offer says when to report to the office.',
      'When you arrive, open **My Assignments** and enter the 6 digits on the office’s screen under **Code from the office’s screen**. Then press **Sign in**.',
      'Without a code, ask the front office. They can record it for you.',
      'If a school recorded that you were late or didn’t come, you see it there, too. Press **Answer** to say what happened. The school reads it with the record.',
    ],
    to: at(paths.substitute.myAssignments),
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
      'For a day that is different, choose it in the calendar below, under **Date exceptions**: free all day, only in the morning or afternoon, or not at all. For several days in a row, such as a vacation, also choose the **Last Day**.',
      'Check **Only what fits my availability** to see only matching vacancies. Schools see when you can work.',
    ],
    to: at(paths.substitute.myAvailability),
  },
  {
    id: 'choose-schools',
    title: 'Choose the schools I work for',
    roles: ['substitute'],
    words: 'school add remove select apply another district place leave',
    steps: [
      'In your profile, open **Schools you work for**.',
      'Search by name or city, check the schools, and save.',
      "A school that hasn't approved you yet shows **Waiting for approval**. You'll see its vacancies once it approves you.",
      'Schools in the same district can share approvals. If yours do, you can start right away.',
    ],
    to: inProfile('schools'),
  },
  {
    id: 'calendar-feed',
    title: 'See my assignments in my own calendar',
    roles: ['substitute'],
    words: 'calendar feed ical ics google apple outlook subscribe sync phone',
    steps: [
      'In your profile, open **Your calendar** and press **Create address**.',
      'Press **Add to Google Calendar**, **Add to Apple Calendar** or **Add to Outlook**. For any other app press **Copy address** and add it as a subscription ("From URL").',
      'It updates automatically. Anyone who has the address can see your assignments. **Turn off this address** makes it stop working.',
    ],
    to: inProfile('calendar'),
  },
  {
    id: 'offline',
    title: 'Use it without a connection',
    roles: ['substitute'],
    words: 'offline install app home screen phone no internet signal pwa',
    steps: [
      'In your phone\'s browser, choose "Add to Home Screen" (iPhone: Share; Android: the menu).',
      'In your profile, press **Turn on notifications** once, so this device can store your assignments.',
      "Without a connection, FirstBell then shows the assignments it last loaded and when that was. You can't request or cancel anything until you're back online.",
    ],
    to: inProfile('notices'),
  },

  {
    id: 'run-the-day',
    title: 'Run the day',
    roles: ['school_admin'],
    words: 'board dashboard coverage today morning uncovered unconfirmed covered week offer again phone print',
    steps: [
      'The **Dashboard** starts with the classes of the day: uncovered ones first, then unconfirmed, then covered ones. It updates automatically.',
      'Under each class you see who comes or what was tried: how many substitutes were notified, how many saw it and how many declined.',
      'Press the button of a class to fill it, or **More** for everything else: **Offer again** (**Offer to everyone now** while offers go out in waves, which you can also pause), **Message substitutes**, **Edit**, **Release substitute**, **Delete**.',
      'A covered class can change, too: press **Edit**, or **Split** if the substitute can only stay for one half. We notify them, and they confirm again if the times are now more than 15 minutes from those they agreed to.',
      'Two substitutes should change places? Press **More** and **Swap substitutes**, and choose the other class. Each of them gets one message.',
      'The strip above shows the week with its counts. Choose a day to see its classes.',
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'day-change',
    title: 'Open late or close for a day',
    roles: ['school_admin'],
    words: 'snow day weather delay two-hour late start closed closure cancel whole school emergency ice',
    steps: [
      'On the **Dashboard**, choose the day and press **More** above the classes. Choose **Open late** or **Close for the day**.',
      'Before anything changes, you see every class that moves or is canceled, the ones that stay as planned and why, and how many people we’ll notify.',
      'A delay moves the start of each class to the new opening time. School ends at the usual time. Booked substitutes confirm the new start.',
      'Closing cancels the day’s classes and adds the day to the closed days in **Manage School**.',
      'Every teacher and substitute gets one message, however many of their classes change. For a few seconds, you can still press **Undo**: then no one hears of it.',
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'wall-view',
    title: 'Show the day on a screen',
    roles: ['school_admin'],
    words: 'wall tv monitor display hallway lounge kiosk link board public share revoke',
    steps: [
      'On the **Dashboard**, press **More** above the classes and choose **Wall view**.',
      'Press **Create link**. Open the link on the screen, or press **Copy link**. We show it only once.',
      'The screen shows today’s rooms, times, teachers and substitutes, and which classes are uncovered. It updates every 30 seconds and needs no sign-in. It never shows reasons, notes or phone numbers.',
      'Your school can have five links. The list says who created each one and when a screen last opened it. Press **Revoke** if a screen is gone or too many people know the link.',
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'cover-from-inside',
    title: 'Cover a class with colleagues',
    roles: ['school_admin'],
    words:
      'internal cover coverage period colleague teacher free planning prep lunch rotation fair seniority volunteer bell schedule timetable split combine study hall',
    steps: [
      'In **Manage School**, open **Cover by colleagues**. Create your bell schedules, then enter who teaches when, by hand or from a file. A period without an entry is planning time.',
      'In **Rules**, choose who is asked first, the most periods a day, and the planning time that everyone keeps. No one is ever asked against these rules.',
      'On the **Dashboard**, press **More** at a class and choose **Cover from inside**. For the whole day, press **More** above the classes and choose **Plan the periods**. Change our suggestions as you like. No one is asked until you press **Send**.',
      'Under **Split, combine or add a note**, you can split a class among rooms, combine it with a colleague’s, or hold a study hall.',
      'Once every period has a yes, the class is covered, and substitutes can’t request it anymore. Covered periods are at the end of the payroll file.',
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'cover-for-colleague',
    title: 'Cover a period for a colleague',
    roles: ['teacher'],
    words: 'internal cover coverage colleague planning prep period asked yes no never volunteer how often count fair',
    steps: [
      'When you’re asked, your **Dashboard** shows the period, the room and a note. Press **Yes** or **No**.',
      'After a yes, you can press **I can’t after all** until the period begins.',
      'Press **Counts and preferences** to see how often everyone covered, and to say whether we should ask you, just tell you, or not ask at all, and on which days never.',
    ],
    to: at(paths.teacher.home),
  },
  {
    id: 'assign',
    title: 'Fill a class',
    roles: ['school_admin'],
    words: 'assign substitute book cover open vacancy empty room today best fit pending request decide',
    steps: [
      'Open **Open Vacancies**. Approve or reject requests under **Pending requests**.',
      "For other vacancies, press **Assign Substitute**. The best match is at the top. Substitutes who don't match are at the bottom, with the reason.",
      '**Assign** books them right away and asks them to confirm. Until they do, the vacancy shows as unconfirmed. If they say yes on the phone, press **Confirmed by phone**.',
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
      'Choose the **Absent teacher**, then the date, the shift, and the class.',
      "The vacancy appears in the teacher's own list, and we notify them.",
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
      '**Disable** signs a teacher out and keeps their history. **Enable** lets them sign in again.',
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
      'Under **Who is notified first**, choose whether everyone hears of a vacancy at once, or the best matches or favorites first. Every substitute who fits can see and request it either way.',
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
      'Open **Manage School**, **Closed days**.',
      'Enter a **Name** and the **First Day**, and for a break also the **Last Day**.',
      "Press **Add closed days**. We then suggest the next school day for new absences, and closed days aren't selected when someone posts several days.",
    ],
    to: at(paths.schoolAdmin.manageSchool),
  },
  {
    id: 'branding',
    title: 'Show our logo and our own legal texts',
    roles: ['school_admin'],
    words: 'branding picture banner privacy terms phone address contact information',
    steps: [
      'Open **Manage School**. **School information** contains the address, phone number and time zone. Your staff and substitutes find them under Support.',
      'Under **Branding**, add a logo and a banner. They also appear in emails from your school.',
      'Under **Privacy and terms**, write your own texts or keep the standard ones.',
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
      '**CSV** downloads a file for a spreadsheet. **Print or save as PDF** opens a clean page.',
      "**Print this day** prints the day's coverage on one sheet of paper.",
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'fill-report',
    title: 'See how well classes are filled',
    roles: ['school_admin', 'overall_admin'],
    words: 'fill rate report lead time weekday median messages answers unfilled uncovered too early range interval csv',
    steps: [
      'On the **Dashboard**, press **Show more reports**. The platform owner presses **Show fill report** and chooses a school.',
      'Choose how many days the report covers. It ends yesterday, because today’s classes may still be filled.',
      'Each rate has a range: with few classes, the true rate may be anywhere in it. As long as the range is wide, we show **Too early to tell**.',
      '**How this is counted** explains each figure. **CSV** downloads its table, and **Print or save as PDF** opens a clean page.',
    ],
  },
  {
    id: 'more-reports',
    title: 'See who is absent, who cancels and what stays uncovered',
    roles: ['school_admin'],
    words:
      'absences weekday reason teacher late cancellations no-shows noshow uncovered hours substitutes days idle not worked report csv print',
    steps: [
      'On the **Dashboard**, press **Show more reports** and choose a report: **Absences**, **Cancellations and no-shows**, **Uncovered hours** or **Substitutes**.',
      'Choose how many days it covers. It ends yesterday.',
      '**How this is counted** explains the figures of each table. **CSV** downloads all its rows, and **Print or save as PDF** opens a clean page.',
      'Under **Substitutes**, the last table lists approved substitutes who haven’t worked at your school for 60 days.',
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'attendance',
    title: 'Record who came',
    roles: ['school_admin'],
    words: 'attendance sign in late no-show noshow missing here arrived left early code counter report time',
    steps: [
      'Open **Dashboard** and find the class in **Today’s coverage**. From the report time on, everyone who is missing shows as **Not signed in**.',
      'Press **Here** or **Late** when they arrive. To correct it, or if they leave early, press **Change**.',
      'If they don’t come, press **No-show**. You can just record it, or also offer the class again right away. We notify the substitute, who can answer.',
      'Substitutes can sign in themselves: press **Sign-in code** and leave the 6 digits on the counter’s screen. They change every day.',
      'A person’s no-shows and answers are in **Manage Substitutes**, under **Details**, for 12 months.',
      'Substitutes report 15 minutes before the start. To change that, open **Manage School** and use **When substitutes report to the office**.',
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'fill-the-day',
    title: 'Fill all uncovered classes of a day',
    roles: ['school_admin'],
    words: 'fill day plan propose uncovered classes offer assign all at once best match morning',
    steps: [
      'On **Dashboard**, go to the day in **Today’s coverage** and press **Fill the day**.',
      'FirstBell proposes a substitute for each uncovered class and says why. To take someone else, choose one of the two others: the rest of the plan adjusts. **Leave it out** skips a class.',
      'Send the offers to ask each substitute about their class, or assign them: that books them and asks them to confirm. If a class has changed meanwhile, nothing is sent, and you see which one.',
      'For 8 seconds you can press **Undo**. No one has been notified by then.',
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'hours',
    title: 'Approve hours and export them for payroll',
    roles: ['school_admin'],
    words:
      'payroll pay money salary wage time sheet timesheet approve lock period csv export employee id rate long-term half day',
    steps: [
      'Open your profile menu and choose **Hours**. Every class that a substitute covered is there once it is over. Exceptions come first.',
      'The first time, press **Pay settings** to choose the pay period and what a day, an hour or a class period pays. You can leave the amount empty and count time only.',
      'Press **Open** on an exception to see why it needs a look, change the times, and save. Then approve it.',
      'Approve all other lines with one tap.',
      '**Payroll file** downloads the approved lines. Choose its columns once. We remember them.',
      'When the period is over and everything is approved, press **Lock period**. Locked lines never change. Open one to enter a correction, which the current period pays.',
    ],
    to: at(paths.schoolAdmin.hours),
  },
  {
    id: 'work-limits',
    title: 'Limit how much a substitute works',
    roles: ['school_admin'],
    words: 'limit hours week month days permit retiree retired part-time maximum cap override',
    steps: [
      'Open **Manage Substitutes**, and press **Details** on a substitute.',
      'Next to **Work limits**, press **Set limits**. Enter hours a week or a month, or days in one class or a school year. Empty is no limit.',
      'From 80 % on, you see it when you assign. Beyond a limit, they get no offers and can’t request.',
      'You can still assign them: enter why. The reason is in the history of the vacancy.',
    ],
    to: at(paths.schoolAdmin.manageSubstitutes),
  },
  {
    id: 'own-hours',
    title: 'Check the hours I will be paid for',
    roles: ['substitute'],
    words: 'pay money salary payroll hours worked confirm dispute wrong total days period',
    steps: [
      'Open **My Assignments** and choose **Past**. **Hours** shows each school and its pay period.',
      'If a day is right, press **Confirm**. If not, press **Something is wrong** and say it in a sentence. The school sees it before it pays you.',
      '**Approved** means that the school agreed. **Final** means that its pay period is closed.',
    ],
    to: at(`${paths.substitute.myAssignments}?tab=past`),
  },
  {
    id: 'correct',
    title: 'Correct who was there',
    roles: ['school_admin'],
    words: 'past wrong substitute payroll history change after release delete',
    steps: [
      'Open **Open Vacancies** and go to the past ones.',
      'Press **Correct who was there**, choose the right person or no one, and enter a reason. The history will show it.',
      'Until a day ends, **Release substitute** opens the vacancy again, and **Delete** removes it. We notify everyone involved.',
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
      'Search by name, or filter by kind and dates. Changes show the old and the new value. No one can edit the log.',
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
      'If no mail server or SMS service is set up, messages are kept here instead of being sent.',
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
      "Press **Write our own**, and **Save text** when you're done. It applies to everyone whose school has no text of its own.",
      '**Back to the standard text** removes yours.',
    ],
    to: at(paths.overallAdmin.legalTexts),
  },

  {
    id: 'what-reaches-me',
    title: 'Choose which notifications I get',
    roles: everybody,
    words:
      'notifications notices email mail sms push text messages quiet hours night stop unsubscribe too many turn off',
    steps: [
      'In your profile, open **How you are notified**.',
      "For each topic, check what you want by **Email**, **SMS** and **Push**. You'll always find everything in FirstBell itself.",
      '**Quiet hours** hold text messages and push notifications at night, except answers to your own requests and posts.',
    ],
    to: inProfile('notices'),
  },
  {
    id: 'sms',
    title: 'Get text messages',
    roles: everybody,
    words: 'sms text phone number mobile code stop consent agree reply answer y27',
    steps: [
      'In your profile, open **How you are notified**, enter your **Mobile number**, and check **I agree**.',
      'Press **Send me a code**, enter the code, and press **Confirm number**.',
      'If a text about a class tells you how to reply, text Y and its code to accept, or N and its code to decline. You get an answer within seconds.',
      'To stop them, press **Stop text messages** or reply STOP to any of them.',
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
      'No email? Open your profile and press **Send the link again**. Check your spam folder, too.',
      'Until you confirm a new address, email goes to the old one. When an administrator approves you, that confirms your address, too.',
    ],
    to: inProfile('details'),
  },
  {
    id: 'push',
    title: 'Get notifications on this device',
    roles: everybody,
    words: 'push phone lock screen app install browser alert',
    steps: [
      'In your profile, open **How you are notified** and press **Turn on notifications**. Your browser asks you to allow them.',
      'On an iPhone or iPad, first add FirstBell to the Home Screen and open it from there.',
      'Substitutes can answer an offer right from the notification: press **Request**, or **Accept** if the first request is booked automatically. **Decline** hides the vacancy. Some phones show no buttons; there, tap the notification to open the vacancy.',
      'They stop when you press **Turn off notifications** or sign out.',
    ],
    to: inProfile('notices'),
  },
  {
    id: 'second-factor',
    title: 'Turn on a second factor',
    roles: everybody,
    words: '2fa mfa authenticator code app security recovery lost phone stolen password two step',
    steps: [
      'In your profile, open **Security** and press **Set up second factor**.',
      'Scan the QR code with an authenticator app, and enter the code that the app shows.',
      'Store the ten recovery codes away from your phone. If you lose it, each code signs you in once.',
    ],
    to: inProfile('security'),
  },
  {
    id: 'password',
    title: 'Change my password, or sign out elsewhere',
    roles: everybody,
    words: 'forgot reset login sessions devices log out stolen security',
    steps: [
      'Open your profile and press **Change password**. This signs you out everywhere else.',
      '**Where you are signed in** lists your devices; **Sign out elsewhere** signs you out on the others.',
      'Forgot it? Use the link on the sign-in page to get an email.',
    ],
    to: inProfile('account'),
  },
  {
    id: 'own-data',
    title: 'Download all data about me',
    roles: everybody,
    words: 'download data privacy gdpr export zip copy delete account',
    steps: [
      'Open your profile and press **Download my data**.',
      'Enter your password. You get one zip file with an explanation inside.',
    ],
    to: inProfile('account'),
  },
  {
    id: 'theme',
    title: 'Make it dark, or larger',
    roles: everybody,
    words: 'theme dark light mode colors zoom font size contrast print accessibility keyboard screen reader',
    steps: [
      'In the profile menu, choose **Device**, **Light** or **Dark**.',
      'To make text larger, zoom in as on any page. Everything stays in one column, up to 400%.',
      'Everything works by keyboard: Tab moves on, Enter presses a button, Esc closes, and F6 jumps to the message at the edge.',
    ],
  },
];

/** A role's pages, its own before those for everyone. */
export function pagesOf(role: Role): readonly HelpPage[] {
  return helpPages.filter(({ roles }) => roles.includes(role));
}
