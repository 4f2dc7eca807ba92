import type { Role } from '#domain/role.ts';
import { paths, profilePath } from '#web/paths.ts';

/** What is known of how far somebody has come; undefined while it is not. */
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

/** The first steps of a role, in the order in which they make sense, each done or not by what the data says. */
export function guideSteps(role: Role, facts: Facts): GuideStep[] {
  switch (role) {
    case 'substitute':
      return [
        {
          title: 'Choose your schools',
          text: 'You are offered their vacancies.',
          to: `${profilePath.substitute}?part=schools`,
          done: facts.hasSchool,
        },
        {
          title: 'Set your week',
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
          text: 'Open vacancies, the soonest first.',
          to: paths.substitute.availableVacancies,
          done: facts.hasAsked,
        },
      ];
    case 'teacher':
      return [
        {
          title: 'Say how you are reached',
          text: 'Your substitute may have a question.',
          to: `${profilePath.teacher}?part=details`,
          done: facts.hasPhone,
        },
        {
          title: 'Get text messages',
          text: 'You hear at once who asks.',
          to: `${profilePath.teacher}?part=notices`,
          done: facts.getsTexts,
        },
        {
          title: 'Post an absence',
          text: 'Date, shift, what to know: one minute.',
          to: paths.teacher.createAbsenceRequest,
          done: facts.hasPosted,
        },
      ];
    case 'school_admin':
      return [
        {
          title: 'Say how the office is reached',
          text: 'People find your phone and email under Support.',
          to: paths.schoolAdmin.manageSchool,
          done: facts.officeCanBeReached,
        },
        {
          title: 'Bring in your teachers',
          text: 'One by one, or all from a list.',
          to: paths.schoolAdmin.manageTeachers,
          done: facts.hasTeachers,
        },
        {
          title: 'Bring in substitutes',
          text: 'Or approve those who apply.',
          to: paths.schoolAdmin.manageSubstitutes,
          done: facts.hasSubstitutes,
        },
        {
          title: 'Protect your account',
          text: 'A second factor takes one minute.',
          to: `${profilePath.school_admin}?part=security`,
          done: facts.hasSecondFactor,
        },
      ];
    case 'overall_admin':
      return [
        {
          title: 'Add a school',
          text: 'People can register there from then on.',
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
          text: 'A second factor takes one minute.',
          to: `${profilePath.overall_admin}?part=security`,
          done: facts.hasSecondFactor,
        },
      ];
  }
}
