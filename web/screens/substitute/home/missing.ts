import type { User } from '#contract/person.ts';
import { paths } from '#web/paths.ts';

type Missing = { what: string; why: string; to: string };

/** Returns the missing parts of the user's profile, most useful first, and where to add them. */
export function missingOf(user: User, schools: number): Missing[] {
  const { profile, myAvailability } = paths.substitute;
  const gaps: (Missing & { isMissing: boolean })[] = [
    {
      isMissing: user.failedChannels?.includes('sms') === true,
      what: 'Mobile number that works',
      why: 'Our last text message couldn’t be delivered, so you may miss offers.',
      to: `${profile}?part=notices`,
    },
    {
      isMissing: user.failedChannels?.includes('email') === true,
      what: 'Email address that works',
      why: 'Our last email couldn’t be delivered, so you may miss offers.',
      to: `${profile}?part=details`,
    },
    {
      isMissing: schools === 0,
      what: 'Schools',
      why: 'You’ll be offered vacancies at the schools you choose.',
      to: `${profile}?part=schools`,
    },
    {
      isMissing: user.generalAvailability === null,
      what: 'Weekly availability',
      why: 'Schools see when you can work.',
      to: myAvailability,
    },
    {
      isMissing: !user.phone,
      what: 'Phone number',
      why: 'The school can call you on the day.',
      to: `${profile}?part=details`,
    },
    {
      isMissing: !user.qualifications,
      what: 'Qualifications',
      why: 'Teachers read them before they approve a request.',
      to: `${profile}?part=details`,
    },
    {
      isMissing: !user.resumeUrl,
      what: 'Resume',
      why: 'Schools and teachers read it before they choose.',
      to: `${profile}?part=details`,
    },
    {
      isMissing: !user.profileImageUrl,
      what: 'Photo',
      why: 'The front office will recognize you.',
      to: `${profile}?part=details`,
    },
  ];
  return gaps.flatMap(({ isMissing, ...gap }) => (isMissing ? [gap] : []));
}
