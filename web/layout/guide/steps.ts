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

/** Returns the first steps of a role, in a sensible order, each done or not according to the data. */
export function guideSteps(role: Role, facts: Facts): GuideStep[] {
  switch (role) {
    case 'substitute':
      return [
        {
          title: 'Choose your schools',
          text: 'You’ll be offered their vacancies.',
          to: `${profilePath.substitute}?part=schools`,
          done: facts.hasSchool,
        },
        {
          title: 'Set your availability',
          text: 'Schools see when you can work.',
          to: paths.substitute.myAvailability,
          done: facts.hasWeek,
        },
        {
          title: 'Get text messages',
          text: 'For urgent vacancies early in the morning.',
          to: `${profilePath.substitute}?part=notices`,
          done: facts.getsTexts,
        },
        {
          title: 'Request a position',
          text: 'See open vacancies, soonest first.',
          to: paths.substitute.availableVacancies,
          done: facts.hasAsked,
        },
      ];
    case 'teacher':
      return [
        {
          title: 'Add your contact details',
          text: 'Your substitute may have a question.',
          to: `${profilePath.teacher}?part=details`,
          done: facts.hasPhone,
        },
        {
          title: 'Get text messages',
          text: 'Find out right away who requests your class.',
          to: `${profilePath.teacher}?part=notices`,
          done: facts.getsTexts,
        },
        {
          title: 'Post an absence',
          text: 'Date, shift, what to know. Takes one minute.',
          to: paths.teacher.createAbsenceRequest,
          done: facts.hasPosted,
        },
      ];
    case 'school_admin':
      return [
        {
          title: 'Add the front office’s contact details',
          text: 'People find your phone number and email under Support.',
          to: paths.schoolAdmin.manageSchool,
          done: facts.officeCanBeReached,
        },
        {
          title: 'Add your teachers',
          text: 'One by one, or all from a list.',
          to: paths.schoolAdmin.manageTeachers,
          done: facts.hasTeachers,
        },
        {
          title: 'Add substitutes',
          text: 'Or approve those who apply.',
          to: paths.schoolAdmin.manageSubstitutes,
          done: facts.hasSubstitutes,
        },
        {
          title: 'Protect your account',
          text: 'Setting up a second factor takes one minute.',
          to: `${profilePath.school_admin}?part=security`,
          done: facts.hasSecondFactor,
        },
      ];
    case 'overall_admin':
      return [
        {
          title: 'Add a school',
          text: 'People can then register there.',
          to: paths.overallAdmin.schools,
          done: facts.hasSchools,
        },
        {
          title: 'Approve its administrator',
          text: 'They run the school from there.',
          to: paths.overallAdmin.pendingApprovals,
          done: facts.hasAdministrators,
        },
        {
          title: 'Protect your account',
          text: 'Setting up a second factor takes one minute.',
          to: `${profilePath.overall_admin}?part=security`,
          done: facts.hasSecondFactor,
        },
      ];
  }
}
