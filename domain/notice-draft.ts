import type { NoticeFacts, NoticeKind, VacancyFacts } from './notice-facts.ts';
import type { Role } from './role.ts';

/** A person's own words, whose line breaks are kept. */
interface Words {
  words: string;
}

/** A notification before its vacancy's details are added. */
export interface Draft {
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

/** The pages to which notifications lead, by role. */
export const pages: Record<Role, Record<'vacancies' | 'mine' | 'people' | 'records' | 'staff', string>> = {
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
export const vacancyLayers = {
  teacher: 'vacancy',
  substitute: 'request',
  school_admin: 'vacancy',
  overall_admin: null,
} as const satisfies Record<Role, Draft['opens']>;

/** The words of each kind of notification. */
export type Drafts = { [K in NoticeKind]: (facts: NoticeFacts[K]) => Draft };
