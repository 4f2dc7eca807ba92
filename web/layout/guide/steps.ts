import type { Role } from '#domain/role.ts';
import { paths, profilePath } from '#web/paths.ts';

/** A user's progress. It is undefined if unknown. */
export type Facts = {
  hasSchool?: boolean | undefined;
  hasWeek?: boolean | undefined;
  hasPhone?: boolean | undefined;
  getsTexts?: boolean | undefined;
  hasAsked?: boolean | undefined;
  hasPosted?: boolean | undefined;
  officeCanBeReached?: boolean | undefined;
  hasTeachers?: boolean | undefined;
  hasSubstitutes?: boolean | undefined;
  hasSecondFactor?: boolean | undefined;
  hasSchools?: boolean | undefined;
  hasAdministrators?: boolean | undefined;
};

export type GuideStep = { title: string; text: string; to: string; done: boolean | undefined };

/** The first steps of each role, in a sensible order, with the fact that says whether each is done. */
const steps: Record<Role, readonly (Omit<GuideStep, 'done'> & { fact: keyof Facts })[]> = {
  substitute: [
    {
      title: 'Choose your schools',
      text: 'You’ll be offered their vacancies.',
      to: `${profilePath.substitute}?part=schools`,
      fact: 'hasSchool',
    },
    {
      title: 'Set your availability',
      text: 'Schools see when you can work.',
      to: paths.substitute.myAvailability,
      fact: 'hasWeek',
    },
    {
      title: 'Get text messages',
      text: 'For urgent vacancies early in the morning.',
      to: `${profilePath.substitute}?part=notices`,
      fact: 'getsTexts',
    },
    {
      title: 'Request a position',
      text: 'See open vacancies, soonest first.',
      to: paths.substitute.availableVacancies,
      fact: 'hasAsked',
    },
  ],
  teacher: [
    {
      title: 'Add your contact details',
      text: 'Your substitute may have a question.',
      to: `${profilePath.teacher}?part=details`,
      fact: 'hasPhone',
    },
    {
      title: 'Get text messages',
      text: 'Find out right away who requests your class.',
      to: `${profilePath.teacher}?part=notices`,
      fact: 'getsTexts',
    },
    {
      title: 'Post an absence',
      text: 'Date, shift, what to know. Takes one minute.',
      to: paths.teacher.createAbsenceRequest,
      fact: 'hasPosted',
    },
  ],
  school_admin: [
    {
      title: 'Add the front office’s contact details',
      text: 'People find your phone number and email under Support.',
      to: paths.schoolAdmin.manageSchool,
      fact: 'officeCanBeReached',
    },
    {
      title: 'Add your teachers',
      text: 'One by one, or all from a list.',
      to: paths.schoolAdmin.manageTeachers,
      fact: 'hasTeachers',
    },
    {
      title: 'Add substitutes',
      text: 'Or approve those who apply.',
      to: paths.schoolAdmin.manageSubstitutes,
      fact: 'hasSubstitutes',
    },
    {
      title: 'Protect your account',
      text: 'Setting up a second factor takes one minute.',
      to: `${profilePath.school_admin}?part=security`,
      fact: 'hasSecondFactor',
    },
  ],
  overall_admin: [
    {
      title: 'Add a school',
      text: 'People can then register there.',
      to: paths.overallAdmin.schools,
      fact: 'hasSchools',
    },
    {
      title: 'Approve its administrator',
      text: 'They run the school from there.',
      to: paths.overallAdmin.pendingApprovals,
      fact: 'hasAdministrators',
    },
    {
      title: 'Protect your account',
      text: 'Setting up a second factor takes one minute.',
      to: `${profilePath.overall_admin}?part=security`,
      fact: 'hasSecondFactor',
    },
  ],
};

/** Returns the first steps of a role, each done or not according to the data. */
export function guideSteps(role: Role, facts: Facts): GuideStep[] {
  return steps[role].map(({ fact, ...step }) => ({ ...step, done: facts[fact] }));
}
