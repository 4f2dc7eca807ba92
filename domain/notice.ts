import { delayName } from './day-change.ts';
import { emailLinkDays, passwordLinkMinutes, securityWords } from './account-security.ts';
import { coverKindInWords, coverQuestion, periodInWords } from './cover-words.ts';
import type {
  AboutVacancy,
  CoverFacts,
  NoticeFacts,
  NoticeKind,
  OtherClass,
  ReopenCause,
  VacancyFacts,
} from './notice-facts.ts';
import { daysInWords } from './job-days.ts';
import { oneLine, UNSEEN } from './one-line.ts';
import { productName } from './product.ts';
import { dashboardPath, roleNames, type Role } from './role.ts';
import { formatDate, formatShortDate, formatTime, formatTimeRange } from './time.ts';

/** Returns the page where the holder of this code chooses the first password. */
export function invitationPath(code: string): string {
  return `/invitations/${code}`;
}

/** Returns the page where the holder of this code chooses a new password. */
function passwordLinkPath(code: string): string {
  return `/new-password/${code}`;
}

/** Returns the page where the holder of this code confirms that the address is theirs. */
function emailLinkPath(code: string): string {
  return `/confirm-email/${code}`;
}

export interface Notice {
  /** One line, short enough for the subject of an email. */
  title: string;
  /** The full text, as plain text. */
  body: string;
  urgent: boolean;
  /** The path in the app that it leads to. */
  path: string;
}

/** A person's own words, whose line breaks are kept. */
interface Words {
  words: string;
}

interface Draft {
  title: string;
  /** The page that it leads to, if it isn't one of the dashboard. */
  path?: string;
  lines: (string | Words | null)[];
  page: string;
  /** The layer of that page that shows the subject of the notification. */
  opens?: 'vacancy' | 'request' | 'person' | 'attendance' | null;
  vacancy?: VacancyFacts | null;
  urgent?: boolean;
  plans?: boolean;
}

const pages: Record<Role, Record<'vacancies' | 'mine' | 'people' | 'records' | 'staff', string>> = {
  teacher: { vacancies: 'my-vacancies', mine: 'my-vacancies', people: '', records: '', staff: '' },
  substitute: { vacancies: 'available-vacancies', mine: 'my-assignments', people: '', records: '', staff: '' },
  school_admin: {
    vacancies: 'open-vacancies',
    mine: 'open-vacancies',
    people: 'pending-approvals',
    records: 'manage-substitutes',
    staff: 'manage-teachers',
  },
  overall_admin: { vacancies: '', mine: '', people: 'pending-approvals', records: '', staff: '' },
};

/** The query that opens a vacancy on its reader's list. */
const vacancyLayers = {
  teacher: 'vacancy',
  substitute: 'request',
  school_admin: 'vacancy',
  overall_admin: null,
} as const satisfies Record<Role, Draft['opens']>;

const reopenSentences: Record<ReopenCause, (substitute: string) => string> = {
  start_passed: (substitute) => `No one answered ${substitute}'s request before the class started.`,
  booked_elsewhere: (substitute) => `${substitute} is now booked elsewhere at that time.`,
  no_longer_available: (substitute) => `${substitute} no longer works for this school.`,
};

const cancelSentences: Record<NoticeFacts['cover_canceled']['why'], string> = {
  office: 'The front office found another way. Thank you for your help.',
  filled: 'A substitute covers this class now. Thank you for your help.',
  deleted: 'The absence was canceled, so no one needs to cover.',
  changed: 'The times of the absence changed. We’ll ask you again if you’re needed.',
  released: 'Your booking at that time changed, so someone else will cover this class.',
};

type Drafts = { [K in NoticeKind]: (facts: NoticeFacts[K]) => Draft };

const drafts: Drafts = {
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
          reopenSentences[facts.because](facts.substitute),
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
      "If that's wrong, or you had a reason, open it and tell the school.",
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
      `${facts.vacancy.teacher} left feedback after this class. Open it to read it, and answer it if you like.`,
      `The school's administrators see it once you answer it, or on ${formatDate(facts.countsFrom)}.`,
    ]),
  cannot_come: (facts) =>
    aboutVacancy(facts, "Substitute can't come", [`${facts.substitute} can't come. The vacancy is open again.`]),
  released: (facts) =>
    aboutVacancy(facts, facts.by === null ? 'Substitute canceled' : 'Substitute released', [
      facts.by === null
        ? `${facts.substitute} canceled the assignment. The vacancy is open again.`
        : `${facts.by} released ${facts.substitute} from the assignment. The vacancy is open again.`,
      { words: `Reason: ${facts.reason}` },
    ]),
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
      ...(facts.asksToConfirm === true ? ["The times moved. Please choose Confirm or Can't come."] : []),
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
      facts.asksToConfirm ? "Please open it and choose Confirm or Can't come." : null,
    ]),
    opens: facts.classes.length === 1 ? vacancyLayers[facts.to] : null,
  }),
  day_closed: (facts) =>
    day(facts, 'School closed', [
      `${facts.school} is closed on this day (${facts.because}). No one needs to come in. We canceled:`,
      ...facts.classes.map((one) => `- ${one.title}, ${formatTimeRange(one.start, one.end)}${requested(one)}`),
    ]),
  cover_asked: ({ to, cover, isSettled }) =>
    aboutCover(
      cover,
      isSettled ? `You're covering ${periodInWords(cover.period)}` : coverQuestion(cover).replace(/\?$/, ''),
      [
        isSettled
          ? `You're covering a class for ${cover.teacher}. You chose to cover without being asked.`
          : `${cover.teacher} is out. Can you cover this class? Please answer Yes or No.`,
        to === 'substitute' ? 'It is part of the day you’re booked for. You have no class of your own then.' : null,
      ],
      to,
    ),
  cover_canceled: ({ to, cover, why }) =>
    aboutCover(cover, `You don't need to cover ${periodInWords(cover.period)}`, [cancelSentences[why]], to),
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
      `This vacancy still has no substitute. It starts in ${facts.minutes} minutes.`,
    ]),
    urgent: true,
  }),
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
      `You invited ${facts.invitedName} to ${facts.school}. They already had an account, as ${facts.name}, and use it for your school, too.`,
      facts.isApproved
        ? 'The account that you created for them is gone.'
        : 'Your school declined this account before, so please decide again. The account that you created for them is gone.',
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
    title: `${teacher} asks not to have ${name}`,
    lines: [
      `${teacher} asks you to stop offering their classes to ${name}. Nothing changes until you agree.`,
      'Open the details of the substitute to read why and to decide.',
    ],
    page: pages[to].records,
    opens: 'person',
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
    path: passwordLinkPath(facts.code),
  }),
  email_link: (facts) => ({
    ...account('Confirm your email address', [
      `Someone entered this address in a ${productName} account. If the account is yours, open the link and confirm the address. The link works for ${emailLinkDays} days.`,
      "If you didn't expect this, ignore this email.",
    ]),
    path: emailLinkPath(facts.code),
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
  message: (facts) => ({
    title: facts.subject,
    lines: [`From ${facts.sender}:`, '', { words: facts.body }],
    page: facts.vacancy ? pages[facts.to].vacancies : '',
    opens: facts.vacancy ? vacancyLayers[facts.to] : null,
    vacancy: facts.vacancy,
    urgent: facts.isUrgent,
  }),
};

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

/** Returns a period to cover. It leads to the reader's home, where they answer. */
/** Substitutes answer on the page of their assignments, everyone else on their home. */
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

function account(title: string, lines: Draft['lines']): Draft {
  return { title, lines, page: '' };
}

/** Works like `account`, but leads to the reader's own sign-in settings. */
function signIn(title: string, lines: Draft['lines']): Draft {
  return { title, lines, page: 'profile?part=security' };
}

function messageOf({ note }: { note?: string | null }): Draft['lines'][number] {
  return note ? { words: `Their message: ${note}` } : null;
}

function at(school: string | null): string {
  return school === null ? '' : ` at ${school}`;
}

function detailsOf(vacancy: VacancyFacts, withPlans: boolean): Draft['lines'] {
  const { classInWords = '', reason, notes, plansLink, reportTime } = vacancy;
  return [
    vacancy.isUrgent ? 'URGENT' : null,
    vacancy.title,
    classInWords === '' ? null : `Class: ${classInWords}`,
    vacancy.dates === undefined
      ? `Date: ${formatDate(vacancy.date)}`
      : `Dates: ${vacancy.dates.map(formatShortDate).join('; ')}`,
    `Time: ${formatTimeRange(vacancy.start, vacancy.end)}`,
    reportTime === undefined ? null : `Report to the office by: ${formatTime(reportTime)}`,
    `School: ${vacancy.school}`,
    `Address: ${vacancy.address}`,
    ...(vacancy.isExtraHands === true
      ? ['Extra hands: no teacher is absent', `Contact: ${vacancy.teacher}`]
      : [`Teacher: ${vacancy.teacher}`]),
    reason ? `Absence reason: ${reason}` : null,
    notes ? { words: `Notes: ${notes}` } : null,
    vacancy.mayNeedChanges ? 'Details may still change.' : null,
    withPlans && plansLink ? `Lesson plans: ${plansLink}` : null,
  ];
}

/**
 * Renders a notification. Names and titles may contain anything people type, so the title is reduced to one line
 * without control characters, which is safe as an email subject, and no name can add a line to the body. The result is
 * plain text. The caller escapes it for HTML.
 * With the id of its vacancy, the path opens that vacancy.
 */
export function renderNotice<K extends NoticeKind>(
  kind: K,
  facts: NoticeFacts[K],
  vacancyId: number | null = null,
): Notice {
  const draft = drafts[kind](facts);
  const { vacancy } = draft;
  const details = vacancy ? ['', ...detailsOf(vacancy, draft.plans ?? false)] : [];
  const lines = [...draft.lines, ...details].flatMap((line) => {
    if (line === null) return [];
    return typeof line === 'string' ? oneLine(line) : ownWords(line.words);
  });
  return {
    title: shortened(oneLine(draft.title)),
    body: lines.join('\n'),
    urgent: draft.urgent ?? vacancy?.isUrgent ?? false,
    path: draft.path ?? pathOf(draft, facts, vacancyId),
  };
}

function pathOf({ page, opens }: Draft, facts: NoticeFacts[NoticeKind], vacancyId: number | null): string {
  const home = dashboardPath(facts.to);
  if (page === '') return home;
  const id = opens === 'person' ? ('personId' in facts ? facts.personId : null) : vacancyId;
  return opens && id ? `${home}/${page}?${opens}=${id}` : `${home}/${page}`;
}

function ownWords(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.replace(UNSEEN, ' ').trimEnd())
    .join('\n')
    .trim();
}

const TITLE_LIMIT = 150;

/** Counts whole characters, so no emoji is cut in two. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= TITLE_LIMIT ? text : `${characters.slice(0, TITLE_LIMIT - 1).join('')}…`;
}
