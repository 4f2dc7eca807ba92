import { keysOf } from './keys.ts';
import type { Role } from './role.ts';

/** The acting user, with the current state of the session and the database. */
export interface Actor {
  id: number;
  role: Role;
  isApproved: boolean;
  isActive: boolean;
  isPlatformOwner: boolean;
  schoolId: number | null;
  /** The active schools that a substitute chose and that, or whose district, approved them. */
  selectedSchoolIds: readonly number[];
  /** Whether the school of `schoolId` is active. It is true if there is none. */
  schoolActive: boolean;
}

export interface VacancySubject {
  schoolId: number;
  teacherId: number | null;
  substituteId: number | null;
  requestedById: number | null;
}

/**
 * A user as the subject of an action. `selectedSchoolIds` contains every chosen school, including applications.
 * `workSchoolIds` contains those where they work.
 */
export interface UserSubject {
  id: number;
  role: Role;
  schoolId: number | null;
  isApproved: boolean;
  isActive: boolean;
  isPlatformOwner: boolean;
  selectedSchoolIds: readonly number[];
  approvedSchoolIds: readonly number[];
  workSchoolIds: readonly number[];
}

/** The subject of each action. It is null for actions that need none. */
interface Subjects {
  'vacancy.create': Pick<VacancySubject, 'schoolId' | 'teacherId'>;
  /** A job without an absent teacher. */
  'vacancy.createExtraHands': { schoolId: number };
  'vacancy.edit': VacancySubject;
  'vacancy.annotate': VacancySubject;
  /** Takes one day out of a multi-day job. */
  'vacancy.leaveJob': VacancySubject;
  'vacancy.remove': VacancySubject;
  'vacancy.notify': VacancySubject;
  'vacancy.request': VacancySubject;
  'vacancy.withdraw': VacancySubject;
  'vacancy.approve': VacancySubject;
  'vacancy.reject': VacancySubject;
  'vacancy.undo': VacancySubject;
  'vacancy.assign': VacancySubject;
  'vacancy.confirm': VacancySubject;
  'vacancy.confirmByPhone': VacancySubject;
  'vacancy.release': VacancySubject;
  'vacancy.decline': VacancySubject;
  'vacancy.correct': VacancySubject;
  'vacancy.recordAttendance': VacancySubject;
  /** The substitute enters the code of the front office. */
  'vacancy.signIn': VacancySubject;
  'vacancy.seePlans': VacancySubject;
  /** The substitute's feedback on a class. */
  'vacancy.reviewClass': VacancySubject;
  /** The teacher's feedback on a substitute. */
  'vacancy.reviewSubstitute': VacancySubject;
  'vacancy.answerFeedback': VacancySubject;
  'vacancy.seeFeedback': VacancySubject;
  /** The message of the current request, or of the request that was booked. */
  'vacancy.seeMessage': VacancySubject;
  'vacancy.seeReason': VacancySubject & { showsReason: boolean };
  'user.see': UserSubject;
  /** `teacherIds`: the teachers whose vacancies this substitute is assigned to. */
  'user.seeContact': UserSubject & { teacherIds: readonly number[] };
  /** `teacherIds`: the teachers whose vacancies this substitute is assigned to or has requested. */
  'user.seeResume': UserSubject & { teacherIds: readonly number[] };
  /** How often a substitute was late or didn't come to the reader's school. */
  'user.seeAttendance': UserSubject;
  /** Feedback on them from teachers of the reader's school. */
  'user.seeFeedback': UserSubject;
  'user.seeOffers': UserSubject;
  /** A teacher's emergency plan and student details. */
  'user.seePlans': UserSubject;
  'user.editPlans': UserSubject;
  /** The files with plans of a teacher, or of the contact of extra hands. */
  'user.seePlanFiles': UserSubject;
  'user.addPlanFiles': UserSubject;
  /** Marks a substitute as a favorite: a teacher's own, or the school's. */
  'user.favorite': UserSubject;
  /** Stops offering vacancies to a substitute: administrators those of the school, teachers their own. */
  'user.exclude': UserSubject;
  'user.approve': UserSubject;
  'user.reject': UserSubject;
  /** The account to be created, with its schools. */
  'user.create': Pick<UserSubject, 'role' | 'schoolId' | 'isPlatformOwner' | 'selectedSchoolIds' | 'approvedSchoolIds'>;
  'user.disable': UserSubject;
  'user.remove': UserSubject;
  'user.resetPassword': UserSubject;
  'user.resetSecondFactor': UserSubject;
  'user.invite': UserSubject;
  'user.editProfile': Pick<UserSubject, 'id'>;
  'user.chooseSchools': Pick<UserSubject, 'id'>;
  'user.setAvailability': Pick<UserSubject, 'id'>;
  'message.send': UserSubject;
  'report.read': { schoolId: number };
  /** How well a school's classes were filled, without the people. */
  'fill.read': { schoolId: number };
  'fill.readAll': null;
  /** The hours of a school: its worked days, pay periods and pay settings. */
  'hours.read': { schoolId: number };
  'hours.manage': { schoolId: number };
  'hours.answer': { substituteId: number };
  /** A school's bells, timetables and rules, and its colleagues' covers. */
  'cover.manage': { schoolId: number };
  /** How many periods each teacher covered, and one's own covers. */
  'cover.see': { schoolId: number };
  'school.create': null;
  'school.edit': { id: number };
  'school.editSettings': { id: number };
  /** Opening late or closing on one day, which moves or cancels that day's vacancies. */
  'school.changeDay': { id: number };
  /** The links to the wall view of a school. */
  'school.manageWall': { id: number };
  'school.activate': { id: number };
  'school.remove': { id: number };
  'school.export': { id: number };
  /** The district of a school. A school that could set its own would get access to another district's substitutes. */
  'school.setDistrict': { id: number };
  'district.edit': null;
  /** The privacy text and terms of one school, or of the platform if null. */
  'legal.edit': { schoolId: number | null };
  'outbox.read': null;
  /** The log of one school, or of all schools if null. */
  'audit.read': { schoolId: number | null };
  'owner.add': null;
  /** `otherActiveOwners` counts the active owners besides this one. The last owner is never disabled. */
  'owner.disable': UserSubject & { otherActiveOwners: number };
}

export type Action = keyof Subjects;

type Rule<Subject> = (actor: Actor, subject: Subject) => boolean;
type RulesOf<Subject> = Partial<Record<Role, Rule<Subject>>>;

const always = () => true;
const itself: Rule<{ id: number }> = (actor, { id }) => actor.id === id;
const mySchool: Rule<{ id: number }> = (actor, { id }) => actor.schoolId === id;
const atMySchool: Rule<{ schoolId: number | null }> = (actor, { schoolId }) =>
  schoolId !== null && actor.schoolId === schoolId;
const ownVacancy: Rule<Pick<VacancySubject, 'schoolId' | 'teacherId'>> = (actor, vacancy) =>
  atMySchool(actor, vacancy) && vacancy.teacherId === actor.id;
const assignedToMe: Rule<VacancySubject> = (actor, vacancy) => vacancy.substituteId === actor.id;

const worksThere: Rule<VacancySubject> = (actor, vacancy) => mayWorkAt(actor, vacancy.schoolId);
// `transition` checks whether one of a school's substitutes has a request or an assignment. Its 409 says what happened.
const worksThereOrHasIt: Rule<VacancySubject> = (actor, vacancy) =>
  assignedToMe(actor, vacancy) || vacancy.requestedById === actor.id || worksThere(actor, vacancy);

const myTeacher: Rule<UserSubject> = (actor, user) => user.role === 'teacher' && atMySchool(actor, user);
const selectedMySchool: Rule<UserSubject> = (actor, user) =>
  user.role === 'substitute' && actor.schoolId !== null && user.selectedSchoolIds.includes(actor.schoolId);
const worksAtMySchool: Rule<UserSubject> = (actor, user) =>
  selectedMySchool(actor, user) && user.workSchoolIds.some((id) => id === actor.schoolId) && user.isActive;
const belongsToMySchoolAlone: Rule<UserSubject> = (actor, user) =>
  selectedMySchool(actor, user) &&
  [...user.selectedSchoolIds, ...user.approvedSchoolIds].every((id) => id === actor.schoolId);
const staffOrSubstitute: Rule<UserSubject> = (actor, user) => myTeacher(actor, user) || selectedMySchool(actor, user);
const staffOrOwnSubstitute: Rule<UserSubject> = (actor, user) =>
  myTeacher(actor, user) || belongsToMySchoolAlone(actor, user);
const schoolAdmin: Rule<UserSubject> = (_, user) => user.role === 'school_admin';

/** Contact data, and the resume that contains it. Each action decides which teachers this includes. */
const contact: RulesOf<UserSubject & { teacherIds: readonly number[] }> = {
  teacher: (actor, user) => itself(actor, user) || (worksAtMySchool(actor, user) && user.teacherIds.includes(actor.id)),
  substitute: itself,
  school_admin: (actor, user) => itself(actor, user) || staffOrSubstitute(actor, user),
  overall_admin: (actor, user) => itself(actor, user) || schoolAdmin(actor, user) || user.isPlatformOwner,
};

const ownerOrAdmin = { teacher: ownVacancy, school_admin: atMySchool };

/** Those who see and change a teacher's plans. */
const planners: RulesOf<UserSubject> = { teacher: itself, school_admin: myTeacher };

/** Those who see and add files with plans. */
const filers: RulesOf<UserSubject> = {
  teacher: itself,
  school_admin: (actor, user) => myTeacher(actor, user) || (user.role === 'school_admin' && atMySchool(actor, user)),
};

/**
 * Every action, and who may take it. Roles that aren't listed may not. `transition` checks what is possible at the
 * moment.
 */
const rules: { [A in Action]: RulesOf<Subjects[A]> } = {
  'vacancy.create': ownerOrAdmin,
  'vacancy.createExtraHands': { school_admin: atMySchool },
  'vacancy.edit': ownerOrAdmin,
  'vacancy.annotate': ownerOrAdmin,
  'vacancy.leaveJob': ownerOrAdmin,
  'vacancy.remove': ownerOrAdmin,
  'vacancy.notify': ownerOrAdmin,
  'vacancy.approve': ownerOrAdmin,
  'vacancy.reject': ownerOrAdmin,
  'vacancy.undo': ownerOrAdmin,
  'vacancy.assign': { school_admin: atMySchool },
  'vacancy.correct': { school_admin: atMySchool },
  'vacancy.request': { substitute: worksThere },
  'vacancy.decline': { substitute: worksThere },
  'vacancy.withdraw': { substitute: worksThereOrHasIt },
  'vacancy.confirm': { substitute: worksThereOrHasIt },
  'vacancy.confirmByPhone': { school_admin: atMySchool },
  'vacancy.release': { ...ownerOrAdmin, substitute: worksThereOrHasIt },
  'vacancy.recordAttendance': { school_admin: atMySchool },
  'vacancy.signIn': { substitute: worksThereOrHasIt },
  'vacancy.seePlans': { ...ownerOrAdmin, substitute: assignedToMe },
  'vacancy.reviewClass': { substitute: assignedToMe },
  'vacancy.reviewSubstitute': { teacher: ownVacancy },
  'vacancy.answerFeedback': { substitute: assignedToMe },
  'vacancy.seeFeedback': { school_admin: atMySchool },
  'vacancy.seeMessage': { ...ownerOrAdmin, substitute: (actor, vacancy) => vacancy.requestedById === actor.id },
  'vacancy.seeReason': { ...ownerOrAdmin, substitute: (_, vacancy) => vacancy.showsReason },

  'user.see': {
    teacher: (actor, user) => itself(actor, user) || worksAtMySchool(actor, user),
    substitute: itself,
    school_admin: (actor, user) => itself(actor, user) || staffOrSubstitute(actor, user),
    overall_admin: (actor, user) => itself(actor, user) || schoolAdmin(actor, user) || user.isPlatformOwner,
  },
  'user.seeContact': contact,
  // The person who decides on a request reads the resume first.
  'user.seeResume': contact,
  'user.seeAttendance': { school_admin: selectedMySchool },
  'user.seeFeedback': { school_admin: selectedMySchool },
  'user.seeOffers': { school_admin: selectedMySchool },
  'user.seePlans': planners,
  'user.editPlans': planners,
  'user.seePlanFiles': filers,
  'user.addPlanFiles': filers,
  'user.favorite': { teacher: worksAtMySchool, school_admin: worksAtMySchool },
  'user.exclude': { teacher: worksAtMySchool, school_admin: selectedMySchool },
  'user.approve': { school_admin: staffOrSubstitute, overall_admin: schoolAdmin },
  'user.reject': { school_admin: staffOrSubstitute, overall_admin: schoolAdmin },
  'user.create': {
    school_admin: (actor, user) =>
      !user.isPlatformOwner &&
      (user.role === 'teacher' ? atMySchool(actor, user) : user.role === 'substitute' && onlyMySchool(actor, user)),
  },
  'user.disable': { school_admin: myTeacher, overall_admin: schoolAdmin },
  'user.remove': { school_admin: selectedMySchool },
  'user.resetPassword': {
    school_admin: staffOrOwnSubstitute,
    overall_admin: (_, user) => user.role === 'school_admin' || user.role === 'substitute',
  },
  // A reset doesn't grant access: the password stays.
  'user.resetSecondFactor': {
    school_admin: staffOrOwnSubstitute,
    overall_admin: (_, user) => user.role === 'school_admin' || user.role === 'substitute',
  },
  // Anyone who may set a password may also let its owner choose it.
  'user.invite': { school_admin: staffOrOwnSubstitute },
  'user.editProfile': { teacher: itself, substitute: itself, school_admin: itself, overall_admin: itself },
  'user.chooseSchools': { substitute: itself },
  'user.setAvailability': { substitute: itself },

  'message.send': { teacher: worksAtMySchool, school_admin: selectedMySchool },
  'report.read': { school_admin: atMySchool },
  'fill.read': { school_admin: atMySchool, overall_admin: always },
  'fill.readAll': { overall_admin: always },
  'hours.read': { school_admin: atMySchool },
  'hours.manage': { school_admin: atMySchool },
  'hours.answer': { substitute: (actor, { substituteId }) => actor.id === substituteId },

  'cover.manage': { school_admin: atMySchool },
  'cover.see': { teacher: atMySchool, school_admin: atMySchool },

  'school.create': { overall_admin: always },
  'school.edit': { school_admin: mySchool, overall_admin: always },
  'school.editSettings': { school_admin: mySchool },
  'school.changeDay': { school_admin: mySchool },
  'school.manageWall': { school_admin: mySchool },
  'school.activate': { overall_admin: always },
  'school.remove': { overall_admin: always },
  'school.export': { school_admin: mySchool, overall_admin: always },
  'school.setDistrict': { overall_admin: always },
  'district.edit': { overall_admin: always },
  'legal.edit': { school_admin: atMySchool, overall_admin: (_, { schoolId }) => schoolId === null },
  'outbox.read': { overall_admin: always },
  'audit.read': { school_admin: atMySchool, overall_admin: always },
  'owner.add': { overall_admin: always },
  'owner.disable': { overall_admin: (_, user) => user.isPlatformOwner && user.otherActiveOwners > 0 },
};

/** All actions. `keysOf` has no side effects, so a page that needs neither the rules nor their names loads neither. */
export const actions = keysOf(rules);

/**
 * The actions that remain for people whose school is inactive: they can sign in and view, but can't change anything.
 */
const reading: readonly Action[] = [
  'vacancy.seePlans',
  'vacancy.seeFeedback',
  'vacancy.seeMessage',
  'vacancy.seeReason',
  'user.see',
  'user.seeContact',
  'user.seeResume',
  'user.seeAttendance',
  'user.seeFeedback',
  'user.seeOffers',
  'user.seePlans',
  'user.seePlanFiles',
  'report.read',
  'fill.read',
  'hours.read',
  'cover.see',
  'audit.read',
];

/** The actions that a substitute can take before approval. */
const beforeApproval: readonly Action[] = [
  'user.see',
  'user.seeContact',
  'user.seeResume',
  'user.editProfile',
  'user.chooseSchools',
  'user.setAvailability',
];

/**
 * Returns whether this actor may take this action on this subject, judged by role, school and ownership. The subject
 * must be visible to the actor. For others, the reply is 404, not 403.
 */
export function can<A extends Action>(actor: Actor, action: A, subject: Subjects[A]): boolean {
  if (!mayActAtAll(actor, action)) return false;
  // The type is widened because TypeScript doesn't carry A through the role lookup.
  const rule: Rule<Subjects[A]> | undefined = (rules[action] as RulesOf<Subjects[A]>)[actor.role];
  return rule !== undefined && rule(actor, subject);
}

function mayActAtAll(actor: Actor, action: Action): boolean {
  if (!actor.isActive) return false;
  if (actor.role === 'overall_admin') return actor.isPlatformOwner;
  if (!actor.isApproved && !(actor.role === 'substitute' && beforeApproval.includes(action))) return false;
  return actor.schoolActive || reading.includes(action);
}

/**
 * Returns whether a substitute may be offered, request or be assigned a school's vacancies. `selectedSchoolIds`
 * contains the active schools they chose where an approval counts.
 */
export function mayWorkAt(
  substitute: Pick<Actor, 'role' | 'isApproved' | 'isActive' | 'selectedSchoolIds'>,
  schoolId: number,
): boolean {
  const { role, isApproved, isActive, selectedSchoolIds } = substitute;
  return role === 'substitute' && isApproved && isActive && selectedSchoolIds.includes(schoolId);
}

function onlyMySchool(actor: Actor, user: Pick<UserSubject, 'selectedSchoolIds' | 'approvedSchoolIds'>): boolean {
  return (
    user.selectedSchoolIds.length > 0 &&
    [...user.selectedSchoolIds, ...user.approvedSchoolIds].every((id) => id === actor.schoolId)
  );
}
