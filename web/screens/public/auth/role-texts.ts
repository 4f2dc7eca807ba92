import type { Role } from '#domain/role.ts';
import * as icons from '#web/ui/icons.ts';

type RoleTexts = {
  icon: string;
  /** The purpose of the role, on its card and sign-in page. */
  subtitle: string;
  /** The side panel of the sign-in page: a promise, and the steps after registering. */
  promise: string;
  steps: readonly { title: string; text: string }[];
};

/** The texts of the public pages, by role. */
export const roleTexts: Record<Role, RoleTexts> = {
  teacher: {
    icon: icons.board,
    subtitle: 'Create and manage your substitute requests',
    promise: 'Stay home and get well. Your class is covered.',
    steps: [
      { title: 'Register', text: 'Two minutes, on any phone.' },
      { title: 'Your school reviews', text: 'You get an email when your account is approved.' },
      { title: 'Post an absence', text: 'We notify substitutes right away, and you approve who comes.' },
    ],
  },
  substitute: {
    icon: icons.personCheck,
    subtitle: 'Find and accept teaching opportunities',
    promise: 'Your next classroom, before breakfast',
    steps: [
      { title: 'Register', text: 'Two minutes, on any phone.' },
      { title: 'An administrator reviews', text: 'You get an email when your account is fully approved.' },
      { title: 'Choose schools, request positions', text: 'We’ll notify you as soon as a teacher says yes.' },
    ],
  },
  school_admin: {
    icon: icons.building,
    subtitle: "Manage your school's substitute program",
    promise: 'Every class at your school on one page',
    steps: [
      { title: 'Register', text: 'Two minutes. Choose your school if it’s listed.' },
      { title: 'The platform owner reviews', text: 'You get an email when your account is approved.' },
      { title: 'Approve your people', text: 'Teachers and substitutes who register wait for your approval.' },
    ],
  },
  overall_admin: {
    icon: icons.shield,
    subtitle: 'Manage the entire substitute teaching system',
    promise: 'All schools in one place',
    steps: [
      { title: 'Add a school', text: 'Enter name, address and time zone. People can then register there.' },
      { title: 'Approve its administrator', text: 'They approve their own teachers and substitutes.' },
      { title: 'Keep an eye on it', text: 'Deactivate a school, or approve the next administrator.' },
    ],
  },
};
