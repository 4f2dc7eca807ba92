import type { SchoolOffering } from '#domain/school.ts';
import { defaultVacancySettings, type VacancySettings } from '#domain/shift.ts';

export const demoDistrict = 'Cedar County School District';
/** All schools of the district are in the same time zone. */
export const demoZone = 'America/Chicago';

export type SchoolKey = 'cedar' | 'northfield' | 'ridgeview';

export type DemoSchool = {
  key: SchoolKey;
  name: string;
  address: string;
  zipCode: string;
  phone: string;
  parking: string;
  contactEmail: string;
  latitude: number;
  longitude: number;
  settings: VacancySettings;
  showReason: boolean;
  bookFirst: boolean;
  offering: SchoolOffering;
  /** Whether approvals by other schools in the district don't count here. */
  approvesItself: boolean;
};

/**
 * The three schools: one offers all shifts and notifies the best matches first, one offers only full days and approves
 * every substitute itself, one books the first request.
 */
export const demoSchools: readonly DemoSchool[] = [
  {
    key: 'cedar',
    name: 'Cedar Hollow Elementary',
    address: '1180 Cedar Hollow Road',
    zipCode: '55811',
    phone: '(218) 555-0140',
    parking: 'Park in the lot on Birch Street and ring at the main door.',
    contactEmail: 'office@cedarhollow.example.org',
    latitude: 46.8211,
    longitude: -92.1747,
    settings: { ...defaultVacancySettings, allowMorningShift: true, allowAfternoonShift: true },
    showReason: true,
    bookFirst: false,
    offering: 'best_matches',
    approvesItself: false,
  },
  {
    key: 'northfield',
    name: 'Northfield High School',
    address: '400 Northfield Avenue',
    zipCode: '55804',
    phone: '(218) 555-0161',
    parking: 'Park in lot C, enter by door 4 and show a photo ID.',
    contactEmail: 'office@northfieldhigh.example.org',
    latitude: 46.8437,
    longitude: -92.0305,
    settings: { ...defaultVacancySettings, fullDayStart: '07:45', fullDayEnd: '14:45' },
    showReason: false,
    bookFirst: false,
    offering: 'everyone',
    approvesItself: true,
  },
  {
    key: 'ridgeview',
    name: 'Ridgeview Middle School',
    address: '2255 Ridgeview Parkway',
    zipCode: '55810',
    phone: '(218) 555-0178',
    parking: 'Park in the visitor spaces in front and check in at the office.',
    contactEmail: 'office@ridgeviewmiddle.example.org',
    latitude: 46.7452,
    longitude: -92.2238,
    settings: {
      ...defaultVacancySettings,
      fullDayStart: '08:15',
      fullDayEnd: '15:15',
      allowMorningShift: true,
      morningStart: '08:15',
      morningEnd: '11:45',
    },
    showReason: true,
    bookFirst: true,
    offering: 'everyone',
    approvesItself: false,
  },
];

export function demoSchool(key: SchoolKey): DemoSchool {
  const school = demoSchools.find((each) => each.key === key);
  if (school === undefined) throw new RangeError(`There is no demo school ${key}.`);
  return school;
}
