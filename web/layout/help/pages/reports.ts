import { at, type HelpPage } from '#web/layout/help/pages/page.ts';
import { paths } from '#web/paths.ts';

/** Reports, attendance and hours. */
export const reportsPages: readonly HelpPage[] = [
  {
    id: 'export-reports',
    title: 'Export or print reports',
    roles: ['school_admin'],
    words:
      'report csv excel pdf download month statistics absence fill rate paper payroll days total cost spent budget',
    steps: [
      'On the **Dashboard**, under **Monthly reports**, choose the report and the month. Above the report, you see the month’s absence days, the days covered, the hours and, if you entered what you pay, their cost.',
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
      'Each rate has a range: with few classes, the true rate may be anywhere in it. While the range is wide, we show **Too early to tell**.',
      '**How this is counted** explains each figure. **CSV** downloads its table (over all schools, the fill rate of each), and **Print or save as PDF** opens a clean page.',
      'To see how many vacancies a substitute was notified of this month and how they answered, open **Details** in **Manage Substitutes**.',
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
      'Choose how many days the report covers. It ends yesterday.',
      '**How this is counted** explains the figures of each table. **CSV** downloads all its rows, and **Print or save as PDF** opens a clean page.',
      'Under **Substitutes**, you see the days that each one covered, at how many schools of your district they were booked, and the share of classes that they kept. The last table lists approved substitutes who haven’t worked at your school for 60 days.',
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'attendance',
    title: 'Record who came',
    roles: ['school_admin'],
    words: 'attendance sign in late no-show noshow missing here arrived left early code counter report time',
    steps: [
      'On the **Dashboard**, find the class in **Today’s coverage**. From the report time on, substitutes who haven’t arrived show as **Not signed in**.',
      'Press **Here** or **Late** when they arrive. To correct a record, or if they leave early, press **Change**.',
      'If they don’t come, press **No-show**. You can just record it, or also offer the class again right away. Until someone else covers it, the class shows as uncovered. We notify the substitute, who can answer.',
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
      'On the **Dashboard**, go to the day in **Today’s coverage** and press **Fill the day**.',
      'FirstBell proposes a substitute for each uncovered class and says why. To choose someone else, pick one of the other two. The rest of the plan adjusts. **Leave it out** skips a class. If a substitute was already offered the class, it isn’t offered to them again unless you press **Offer it again**. A multi-day job is one line: its substitute is free on all its days. A class whose substitute didn’t come isn’t in the plan: offer it again on the board first.',
      'Send the offers to ask each substitute about their class, or assign the substitutes, who are then booked and asked to confirm. If a single-day class has changed in the meantime, no single-day class is sent, and you see which one changed. If a multi-day job has changed, only that job is not sent.',
      'For 8 seconds you can press **Undo**. No one has been notified by then.',
    ],
    to: at(paths.schoolAdmin.home),
  },
  {
    id: 'hours',
    title: 'Approve hours and export them for payroll',
    roles: ['school_admin'],
    words:
      'payroll pay money salary wage time sheet timesheet approve lock period csv pdf print sign export employee id rate long-term half day',
    steps: [
      'Open your profile menu and choose **Hours**. Every class that a substitute covered is there once it is over. Exceptions come first.',
      'The first time, press **Pay settings** to choose the pay period and what a day, an hour or a class period pays. Substitutes see the amount in offers. You can leave it empty and count time only.',
      'Press **Open** on an exception to see why it needs a look, change the times, and save. Then approve it.',
      'Approve all other lines with one tap.',
      '**Payroll file** downloads the approved lines. Choose its columns once. We remember them. In the same place, **Import employee IDs** reads the IDs of substitutes and teachers from a spreadsheet. **PDF summary** has the totals of each substitute and pay code, to print and sign.',
      'When the period is over and everything is approved, press **Lock period**. Locked lines never change. Open one to enter a correction, which the current period pays. If a class of a locked period changes later, **Hours** says so on the current period.',
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
      'Next to **Work limits**, press **Set limits**. Enter hours per week or month, or days in one class or per school year. Leave a field empty for no limit.',
      'Starting at 80% of a limit, you see a warning when you assign them. Over a limit, they get no offers and can’t request classes.',
      'You can still assign them if you enter a reason, which stays in the vacancy’s history.',
    ],
    to: at(paths.schoolAdmin.manageSubstitutes),
  },
  {
    id: 'exclusions',
    title: 'Stop offering jobs to a substitute',
    roles: ['teacher', 'school_admin'],
    words: 'exclude exclusion block ban do not call not offered stop never again unwanted substitute reason',
    steps: [
      'An administrator opens **Manage Substitutes**, presses **Details** on the substitute and then **Stop offering jobs**. Enter a reason and, if you like, the last day.',
      'A teacher opens **Approved Substitutes**, presses **More** on the substitute and then **Ask to stop offering my classes**. Nothing changes until an administrator agrees in the details of the substitute. The teacher is notified of the answer.',
      'They aren’t notified of these classes anymore and can’t request them. They keep the classes they’re booked for, and an administrator can still assign classes to them. Other schools aren’t affected.',
      'The substitute sees that the school is not offering them jobs, but never the reason.',
      'It ends after the last day, or when you press **Offer jobs again**. If an administrator ends what a teacher asked for, we notify the teacher.',
    ],
    to: (role) => (role === 'teacher' ? paths.teacher.approvedSubstitutes : paths.schoolAdmin.manageSubstitutes),
  },
  {
    id: 'cover-in-free-period',
    title: 'Cover a class in a free period',
    roles: ['substitute'],
    words: 'cover another class free period planning prep asked yes no extra pay same day',
    steps: [
      'When the teacher you cover for has a free period, the school may ask you to take another class then. Your home and **My Assignments** show the period and the room. Press **Yes** or **No**.',
      'It is part of the day you’re booked and paid for, so your hours stay the same. You keep your lunch.',
      'After you say yes, you can press **I can’t after all** until the period begins.',
    ],
    to: at(paths.substitute.myAssignments),
  },
  {
    id: 'own-hours',
    title: 'Check the hours I will be paid for',
    roles: ['substitute'],
    words: 'pay money salary payroll hours worked confirm dispute wrong total days period',
    steps: [
      'Open **My Assignments** and choose **Past**. **Hours** shows each school and its pay period.',
      'If a day is right, press **Confirm**. If not, press **Something is wrong** and explain it in a sentence. The school sees it before it pays you.',
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
];
