import { at, inProfile, type HelpPage } from '#web/layout/help/pages/page.ts';
import { paths } from '#web/paths.ts';

/** The pages for substitutes: work, availability and schools. */
export const substitutePages: readonly HelpPage[] = [
  {
    id: 'request-position',
    title: 'Find and request work',
    roles: ['substitute'],
    words: 'job vacancy position accept apply open available work shift today book',
    steps: [
      'Open **Available Vacancies**. The soonest come first.',
      'Press **Request to Accept**, read the details, and add a message if you like. The pay is there if the school has entered it.',
      'Press **Request Position**. Until the teacher answers, you find your request under **My Assignments**.',
      'Some classes book you right away. The card and the button say so. If you request two classes for the same time, we withdraw one as soon as the other is approved.',
      "A card that says 'Part of a 3-day job' is one of several days for the same substitute. Your request and later your answer apply to all of them.",
      "If a notification says 'Taken', someone else has the class or has requested it.",
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
      "We ask why afterward. You don't have to say. If you choose 'Not available that day', the day is marked in your availability. The other reasons help schools offer you better matches.",
      'Declined by mistake? Press **Undo** within a few seconds. Later, open the filters and show the declined ones.',
    ],
    to: at(paths.substitute.availableVacancies),
  },
  {
    id: 'job-preferences',
    title: 'Be offered only the classes I want',
    roles: ['substitute'],
    words:
      'grade subject distance miles zip far near preferences half day full day notice short morning early wake prefer offers fewer',
    steps: [
      'Open **My Availability** and go to **Job preferences**.',
      'Choose the **Length of the day** and the **Shortest notice**. Open **Grades** or **Subjects** to choose some of them. Each choice is saved right away.',
      'Want schools nearby? Enter **Your ZIP code**, then choose the **Farthest distance**. Schools only see near, usual or far. They never see your ZIP code.',
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
      'Open **Available Vacancies** and press **Why don’t I see more?** at the end of the list.',
      'You see how many of the open vacancies at your schools fit you, and how many each rule leaves out: your availability, your bookings, your declines, your job preferences, and limits that a school sets. A school can also offer a class only to substitutes who have its subject or grade in their profile. Each has a link to what you can change.',
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
      'To cancel an assignment, press **Cancel assignment** and enter a reason. We notify the teacher and the school right away and offer the class again. If it’s part of a job of several days, you can cancel all remaining days or only this one.',
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
      'On the day of the class, press **Open student details** to read what you need to know about students.',
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
      'Every offer says when to report to the office, and where to park if the school has entered it.',
      'When you arrive, open **My Assignments** and enter the 6 digits on the office’s screen under **Code from the office’s screen**. Then press **Sign in**.',
      'Without a code, ask the front office. They can record it for you.',
      'If a school recorded that you were late or didn’t come, you see it there, too. Press **Answer** to say what happened. The school reads it with the record.',
    ],
    to: at(paths.substitute.myAssignments),
  },
  {
    id: 'how-was-it',
    title: 'Say how a class went, and answer feedback',
    roles: ['substitute'],
    words: 'feedback review how was it plans missing problems teacher said answer have them again rating',
    steps: [
      'Open **My Assignments**, then **Past**, and press **How was it?** on the class. You can do this for 30 days.',
      'Tap how the class went and how the plans were. It’s saved with the second answer. You can add a sentence.',
      'The school’s administrators can read it. The teacher can’t.',
      'If the teacher said whether they’d have you again, we notify you. Press **Answer** to reply with a sentence. Administrators see it after you answer, or 7 days later.',
      'You can change what you said for 7 days.',
    ],
    to: at(`${paths.substitute.myAssignments}?tab=past`),
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
      'If a day is different, choose it in the calendar below, under **Date exceptions**: free all day, only in the morning or afternoon, or not at all. For several days in a row, such as a vacation, also choose the **Last Day**.',
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
      'In your profile, open **Schools**.',
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
      'In your profile, open **Calendar** and press **Create address**.',
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
      'In your profile, open **Notifications** and press **Turn on notifications** once, so this device can store your assignments.',
      "Without a connection, FirstBell then shows the assignments it last loaded and when that was. You can't request or cancel anything until you're back online.",
    ],
    to: inProfile('notices'),
  },
];
