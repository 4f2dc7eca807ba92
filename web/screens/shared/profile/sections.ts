const sectionIds = ['details', 'notices', 'schools', 'calendar', 'account'] as const;
export type SectionId = (typeof sectionIds)[number];

/** Maps a part without its own section to the section that contains it. */
const sectionOfPart: Readonly<Record<string, SectionId>> = { security: 'account' };

/** The section over which a dialog opens, for links that name only the dialog. */
const sectionOfDialog: Readonly<Record<string, SectionId>> = {
  password: 'account',
  'second-factor': 'account',
  'recovery-codes': 'account',
  'second-factor-off': 'account',
  'own-data': 'account',
  'new-address': 'calendar',
  'end-address': 'calendar',
};

/**
 * Returns the section of the profile that an address leads to, by its fragment, its dialog or its search for schools. A
 * section that this role doesn't have leads to the first one.
 */
export function sectionIn(search: string, shown: readonly SectionId[]): SectionId {
  const params = new URLSearchParams(search);
  const part = params.get('part') ?? '';
  const named = sectionIds.find((id) => id === part) ?? sectionOfPart[part];
  const section =
    named ?? sectionOfDialog[params.get('dialog') ?? ''] ?? (params.has('school') ? 'schools' : 'details');
  return shown.includes(section) ? section : 'details';
}
