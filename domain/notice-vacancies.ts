import { coverKindInWords, coverQuestion, periodInWords, periodsInWords } from './cover-words.ts';
import { delayName } from './day-change.ts';
import { daysInWords } from './job-days.ts';
import { type Draft, type Drafts, pages, vacancyLayers } from './notice-draft.ts';
import type { AboutVacancy, CoverFacts, NoticeFacts, OtherClass, ReopenCause } from './notice-facts.ts';
import { dashboardPath, type Role } from './role.ts';
import { formatDate, formatTime, formatTimeRange } from './time.ts';
import { yesUndoMinutes } from './undo.ts';

const reopenSentences: Record<ReopenCause, (substitute: string) => string> = {
  start_passed: (substitute) => `No one answered ${substitute}'s request before the class started.`,
  booked_elsewhere: (substitute) => `${substitute} is now booked elsewhere at that time.`,
  no_longer_available: (substitute) => `${substitute} no longer works for this school.`,
};

/** The same, for the substitute whose request it was. */
const ownReopenSentences: Record<ReopenCause, string> = {
  start_passed: 'No one answered your request before the class started.',
  booked_elsewhere: "You're now booked elsewhere at that time.",
  no_longer_available: 'You no longer work for this school.',
};

const cancelSentences: Record<NoticeFacts['cover_canceled']['why'], string> = {
  office: 'The front office made other arrangements. Thank you for your help.',
  filled: 'A substitute now covers this class. Thank you for your help.',
  deleted: 'The absence was canceled, so no one needs to cover.',
  changed: 'The times of the absence changed. We’ll ask you again if you’re needed.',
  released: 'Your booking at that time changed, so someone else will cover this class.',
};

/** The words of notifications about vacancies, covers and a school's day. */
export const vacancyDrafts = {
  vacancy_posted: (facts) =>
    aboutVacancy(facts, 'Substitute needed', [
      `${facts.vacancy.school} is looking for a substitute.`,
      facts.vacancy.dates === undefined ? null : 'One substitute takes all of these days.',
      facts.booksFirst
        ? "The first request is booked automatically. If you're first, the class is yours right away."
        : 'Open the vacancy to request the position.',
    ]),
  posted_for_you: (facts) =>
    aboutVacancy(facts, 'Absence posted for you', [
      `${facts.by} posted this absence for you. You approve or reject the requests for it.`,
    ]),
  vacancy_requested: (facts) =>
    aboutVacancy(facts, 'Request from a substitute', [
      `${facts.substitute} requested this vacancy. Please approve or reject the request.`,
      messageOf(facts),
    ]),
  request_approved: (facts) => ({
    ...mine(facts, 'Your request was approved', [
      "You're booked. Thank you for covering this class.",
      ...withdrawnLines(facts.withdrawn),
    ]),
    plans: true,
  }),
  request_rejected: (facts) => ({
    ...aboutVacancy(facts, 'Your request was not accepted', [
      "The school didn't accept your request for this position. Other vacancies may be open.",
    ]),
    opens: null,
  }),
  request_turned_down: (facts) =>
    aboutVacancy(facts, 'Request rejected', [
      `${facts.by} rejected ${facts.substitute}'s request. The vacancy is open again.`,
    ]),
  request_withdrawn: (facts) =>
    aboutVacancy(facts, 'Request withdrawn', [`${facts.substitute} withdrew the request. The vacancy is open again.`]),
  request_reopened: (facts) =>
    facts.instead === undefined
      ? aboutVacancy(facts, 'Vacancy open again', [
          facts.to === 'substitute'
            ? ownReopenSentences[facts.because]
            : reopenSentences[facts.because](facts.substitute),
          'The vacancy is open again.',
        ])
      : mine(facts, 'Request withdrawn', [
          `You're booked for ${inWords(facts.instead)}, so we withdrew your request for this class.`,
        ]),
  assigned: (facts) => ({
    ...mine(facts, "You've been assigned", [
      "You've been assigned to this vacancy. Please choose Confirm or Can't come.",
      ...withdrawnLines(facts.withdrawn),
    ]),
    plans: true,
  }),
  swapped: (facts) => ({
    ...mine(facts, 'Your class changed', [
      `You now cover this class instead of ${inWords(facts.from)}. Someone else covers that one.`,
      facts.asksToConfirm ? "The times are different. Please choose Confirm or Can't come." : null,
    ]),
    plans: true,
  }),
  filled: (facts) =>
    mine(facts, 'Substitute found', [
      facts.isConfirmed
        ? `${facts.substitute} will cover this class.`
        : `${facts.substitute} is assigned to this class but hasn't confirmed yet.`,
      messageOf(facts),
    ]),
  confirmed: (facts) => mine(facts, 'Assignment confirmed', [`${facts.substitute} confirmed and will be there.`]),
  confirmed_for_you: (facts) =>
    mine(facts, 'Assignment confirmed', [`${facts.by} recorded that you confirmed this assignment by phone.`]),
  assignment_unconfirmed: (facts) =>
    mine(facts, 'Assignment still unconfirmed', [
      `${facts.substitute} has not confirmed this assignment. It starts in ${inTime(facts.minutes)}.`,
      'Call them, then record the answer or release them. The class stays assigned until you do.',
    ]),
  no_show_recorded: (facts) => ({
    ...mine(facts, 'Recorded as a no-show', [
      `${facts.by} recorded that you didn't come to this class. It counts in your record at ${facts.vacancy.school}.`,
      "If that's wrong, or you had a reason, open this class and tell the school.",
    ]),
    opens: 'attendance',
  }),
  no_show_removed: (facts) => ({
    ...mine(facts, 'No longer a no-show', [
      `${facts.by} corrected the record. This class no longer counts as a no-show.`,
      facts.now === null ? null : `It now says: ${facts.now}.`,
    ]),
    opens: 'attendance',
  }),
  no_show_answered: (facts) => ({
    ...aboutVacancy(facts, 'Answer to a no-show', [`${facts.substitute} answered the no-show at this class.`]),
    page: pages[facts.to].records,
    opens: 'person',
  }),
  feedback_given: (facts) =>
    mine(facts, 'Feedback on your class', [
      `${facts.vacancy.teacher} left feedback after this class. Open it to read the feedback, and answer if you like.`,
      `The school's administrators see it once you answer it, or on ${formatDate(facts.countsFrom)}.`,
    ]),
  cannot_come: (facts) =>
    aboutVacancy(facts, "Substitute can't come", [`${facts.substitute} can't come. The vacancy is open again.`]),
  released: (facts) => {
    const { title, words } = releasedWords(facts);
    return aboutVacancy(facts, title, [
      `${words} The vacancy is open again.`,
      facts.reason === null ? null : { words: `Reason: ${facts.reason}` },
    ]);
  },
  assignment_cancelled: (facts) => ({
    ...mine(facts, 'Your assignment was canceled', [
      `${facts.by} canceled your assignment. You don't need to come in.`,
      { words: `Reason: ${facts.reason}` },
    ]),
    opens: null,
  }),
  vacancy_changed: (facts) => ({
    ...mine(facts, 'Vacancy changed', [
      'This vacancy has changed:',
      ...facts.changes.map((change) => `- ${change}`),
      ...(facts.asksToConfirm === true ? ["The times changed. Please choose Confirm or Can't come."] : []),
    ]),
    plans: facts.isAssigned,
  }),
  vacancy_deleted: (facts) => ({
    ...mine(facts, 'Vacancy canceled', ['This vacancy was canceled. No one needs to come in.']),
    opens: null,
  }),
  day_delayed: (facts) => ({
    ...day(facts, delayName(facts.minutes), [
      `${facts.school} opens later on this day. ${facts.classes.length === 1 ? 'Your class starts' : 'Your classes start'} later and ${facts.classes.length === 1 ? 'ends' : 'end'} at the usual time:`,
      ...facts.classes.map(
        (one) => `- ${one.title}: ${formatTimeRange(one.start, one.end)} (was ${formatTime(one.was)})${requested(one)}`,
      ),
      facts.asksToConfirm
        ? facts.classes.length === 1
          ? "Please open it and choose Confirm or Can't come."
          : "Please choose Confirm or Can't come for each class you're assigned to."
        : null,
    ]),
    opens: facts.classes.length === 1 ? vacancyLayers[facts.to] : null,
  }),
  day_closed: (facts) =>
    day(facts, 'School closed', [
      `${facts.school} is closed on this day (${facts.because}). No one needs to come in. We canceled:`,
      ...facts.classes.map((one) => `- ${one.title}, ${formatTimeRange(one.start, one.end)}${requested(one)}`),
    ]),
  school_deleted: (facts) => ({
    title: `School deleted: ${facts.school}`,
    lines: [
      `${facts.school} was deleted from FirstBell. These classes and requests were canceled:`,
      ...facts.classes.map(
        (one) => `- ${one.title}, ${formatDate(one.date)}, ${formatTimeRange(one.start, one.end)}${requested(one)}`,
      ),
      facts.more > 0 ? `- and ${facts.more} more` : null,
      'Please ask the school whether it still needs you.',
    ],
    page: pages[facts.to].mine,
  }),
  cover_asked: ({ to, cover, isSettled }) =>
    aboutCover(
      cover,
      isSettled ? `You're covering ${periodInWords(cover.period)}` : coverQuestion(cover).replace(/\?$/, ''),
      [
        isSettled
          ? `You're covering a class for ${cover.teacher}. You chose to cover without being asked.`
          : `${cover.teacher} is out. Can you cover this class? Please answer Yes or No.`,
        to === 'substitute' ? 'It’s part of the day you’re booked for, in a period when you have no class.' : null,
      ],
      to,
    ),
  cover_canceled: ({ to, cover, others = [], why }) =>
    aboutCover(
      cover,
      `You don't need to cover ${periodsInWords(cover, others)}`,
      [
        cancelSentences[why],
        ...others.map(
          ({ title, date, period, start, end }) =>
            `Also not needed: ${title}, ${formatDate(date)}, ${periodInWords(period)}, ${formatTimeRange(start, end)}`,
        ),
      ],
      to,
    ),
  cover_declined: ({ to, cover, colleague, wasSettled }) => ({
    ...aboutCover(cover, `${colleague} can't cover ${periodInWords(cover.period)}`, [
      wasSettled
        ? `${colleague} had said yes, but can't cover this class anymore. It needs someone else.`
        : `${colleague} can't cover this class. It needs someone else.`,
    ]),
    // The periods of that day, with someone else proposed.
    path: `${dashboardPath(to)}?day=${cover.date}&cover=${cover.date}`,
  }),
  same_day_posted: (facts) =>
    aboutVacancy(facts, 'Substitute needed today', [`${facts.vacancy.teacher} just posted a vacancy for today.`]),
  request_unanswered: (facts) =>
    aboutVacancy(facts, 'Request still unanswered', [
      `${facts.substitute} has been waiting for an answer for ${facts.minutes} minutes. Please approve or reject the request.`,
      messageOf(facts),
    ]),
  still_unfilled: (facts) => ({
    ...aboutVacancy(facts, 'Still no substitute', [
      `This vacancy still has no substitute. It starts in ${inTime(facts.minutes)}.`,
      facts.tried === undefined ? null : `Substitutes so far: ${facts.tried ?? 'no one was notified'}.`,
    ]),
    urgent: true,
  }),
  message: (facts) => ({
    title: facts.subject,
    lines: [`From ${facts.sender}:`, '', { words: facts.body }],
    page: facts.vacancy ? pages[facts.to].vacancies : '',
    opens: facts.vacancy ? vacancyLayers[facts.to] : null,
    vacancy: facts.vacancy,
    urgent: facts.isUrgent,
  }),
} satisfies Partial<Drafts>;

function releasedWords({ by, substitute, isUndone }: NoticeFacts['released']): { title: string; words: string } {
  if (by !== null) return { title: 'Substitute released', words: `${by} released ${substitute} from the assignment.` };
  return isUndone === true
    ? { title: 'Request undone', words: `${substitute} undid their request within ${yesUndoMinutes} minutes.` }
    : { title: 'Substitute canceled', words: `${substitute} canceled the assignment.` };
}

function inTime(minutes: number): string {
  const units = [
    { one: 'day', many: 'days', of: 1440 },
    { one: 'hour', many: 'hours', of: 60 },
    { one: 'minute', many: 'minutes', of: 1 },
  ];
  const unit = units.find(({ of }) => minutes >= 2 * of) ?? { one: 'minute', many: 'minutes', of: 1 };
  const count = Math.floor(minutes / unit.of);
  return `${count} ${count === 1 ? unit.one : unit.many}`;
}

function aboutVacancy(facts: AboutVacancy, title: string, lines: Draft['lines']): Draft {
  const { vacancy, to } = facts;
  // The date comes first, because a long title is cut at its end.
  const when = daysInWords(vacancy.dates ?? []) ?? formatDate(vacancy.date);
  const heading = `${title}, ${when}: ${vacancy.title}`;
  return { title: heading, lines, vacancy, page: pages[to].vacancies, opens: vacancyLayers[to] };
}

/** Works like `aboutVacancy`, but leads to the reader's own page. */
function mine(facts: AboutVacancy, title: string, lines: Draft['lines']): Draft {
  return { ...aboutVacancy(facts, title, lines), page: pages[facts.to].mine, opens: 'vacancy' };
}

/** News about a school's whole day. It leads to the reader's own page. */
function day(
  { to, school, date }: { to: Role; school: string; date: string },
  title: string,
  lines: Draft['lines'],
): Draft {
  return { title: `${title}, ${formatDate(date)}: ${school}`, lines, page: pages[to].mine };
}

function requested({ isRequested }: { isRequested: boolean }): string {
  return isRequested ? ', which you requested' : '';
}

/** Returns 'Algebra I at Cedar Hollow, 8:00 AM – 12:00 PM'. */
function inWords({ title, school, start, end }: OtherClass): string {
  return `${title} at ${school}, ${formatTimeRange(start, end)}`;
}

function withdrawnLines(withdrawn: readonly OtherClass[] = []): string[] {
  return withdrawn.map((other) => `We withdrew your request for the same time: ${inWords(other)}.`);
}

/** Returns a period to cover. Substitutes answer on the page of their assignments, everyone else on their home. */
function aboutCover(cover: CoverFacts, title: string, lines: Draft['lines'], to: Role = 'teacher'): Draft {
  const { date, period, start, end, teacher, room, size, kind, note } = cover;
  return {
    title: `${title}, ${formatDate(date)}`,
    page: to === 'substitute' ? pages[to].mine : '',
    lines: [
      ...lines,
      '',
      cover.title,
      `Date: ${formatDate(date)}`,
      `Period: ${period}, ${formatTimeRange(start, end)}`,
      room === null ? null : `Where: ${room}`,
      `Teacher: ${teacher}`,
      coverKindInWords(kind, size),
      note === null ? null : { words: `Note: ${note}` },
    ],
  };
}

function messageOf({ note }: { note?: string | null }): Draft['lines'][number] {
  return note ? { words: `Their message: ${note}` } : null;
}
