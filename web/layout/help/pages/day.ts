import { at, type HelpPage } from '#web/layout/help/pages/page.ts';
import { paths } from '#web/paths.ts';

/** The school day, for the front office and for colleagues who cover. */
export const dayPages: readonly HelpPage[] = [
  {
    id: 'run-the-day',
    title: 'Run the day',
    roles: ['school_admin'],
    words: 'board dashboard coverage today morning uncovered unconfirmed covered week offer again phone print',
    steps: [
      'The **Dashboard** starts with the classes of the day: uncovered ones first, then unconfirmed, then covered ones. It updates automatically. On a weekend or a closed day, it starts with the next school day.',
      'Under each class, you see who is coming or what was tried: how many substitutes were notified, how many saw it and how many declined. “Not sent yet” means that quiet hours or a problem at the email or text message provider hold an offer. We send it as soon as we can.',
      'Press a class’s button to fill it, or **More** for everything else: **Offer again** (**Offer to everyone now** while offers go out in waves, which you can also pause), **Offer to…** for one person, **Message substitutes**, **Message** with the booked substitute’s name, **Edit**, **Release substitute**, **Delete**.',
      'A covered class can change, too: press **Edit**, or **Split** if the substitute can stay for only half of it. We notify them. If the times move by more than 15 minutes, we ask them to confirm again.',
      'To swap two substitutes, press **More**, then **Swap substitutes**, and choose the other class. Each of them gets one message. If both have multi-day jobs, choose this day or all the days that they can swap.',
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
      'A delay moves the start of each class to the new opening time. School ends at the usual time. We’ll ask booked substitutes to confirm the new start. If one of your bell schedules is for such a day, the day follows it.',
      'Closing cancels the day’s classes and adds the day to the closed days in **Manage School**.',
      'Every teacher and substitute gets one message, however many of their classes change. For a few seconds, you can press **Undo**. If you do, no one is notified.',
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
      'In **Manage School**, open **Cover by colleagues**. Create your bell schedules and enter who teaches when, by hand or from a file. A period without an entry is planning time.',
      'In **Rules**, choose who is asked first, the most periods a day, and the planning time that everyone keeps. We never ask anyone if a rule forbids it.',
      'On the **Dashboard**, press **More** on a class and choose **Cover with colleagues**. For the whole day, press **More** above the classes and choose **Plan the periods**. Change our suggestions as you like. We don’t suggest a colleague again for a period they said no to; they’re at the end of the list, marked “Said no”. No one is asked until you press **Send**.',
      'Substitutes who are booked that day come first if the teacher they cover for has a free period then. They are marked “Sub · free this period”, and they cost nothing extra.',
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
      'After you say yes, you can press **I can’t after all** until the period begins. If you pressed **No** by mistake, press **Undo** in the same place.',
      'Press **Counts and preferences** to see how often everyone covered, and to choose whether we ask you, just tell you, or never ask. You can also rule out certain days.',
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
      'Under **Teacher**, type who is absent and press Enter for the first match. The day, shift, class and plans are filled in. Check them, change what’s different, and press Enter again.',
      "The vacancy appears in the teacher's own list, and we notify them.",
      'For several days in a row, choose whether one substitute takes all of them. If no one can, open the details of a day and press **Take this day out of the job**.',
    ],
    to: at(paths.schoolAdmin.openVacancies),
  },
  {
    id: 'post-extra-hands',
    title: 'Post a job without an absent teacher',
    roles: ['school_admin'],
    words: 'extra hands testing day proctor aide field trip chaperone no teacher absent additional help second adult',
    steps: [
      'Open **Open Vacancies** and press **Create Vacancy**.',
      'Open **No teacher is absent** and check **Extra hands**. Then enter the date, the shift, and the job as its title.',
      'Substitutes see it like any other vacancy, with you as the contact. We notify you of requests.',
      'You can add files with instructions. Only the booked substitute and your school’s administrators can open them.',
      'It counts toward your fill rate, hours and pay, but not as an absence.',
    ],
    to: at(paths.schoolAdmin.openVacancies),
  },
];
