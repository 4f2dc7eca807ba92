import type * as z from 'zod/mini';
import { type user, userActs } from '#contract/person.ts';
import { type Actor, can } from '#domain/permissions.ts';
import type { Role } from '#domain/role.ts';
import { defaultTimeZone } from '#domain/school.ts';
import { localDate } from '#domain/time.ts';
import type { Queryable } from '#server/db/database.ts';
import {
  failedChannelsOf,
  type PersonRow,
  type SchoolLink,
  subjectOf,
  timeZoneOf,
} from '#server/features/users/queries.ts';
import {
  completedAssignments,
  countsForTeachers,
  teachersCoveredBy,
} from '#server/features/vacancies/vacancy/queries.ts';

type Reply = z.input<typeof user>;

/** One person as the reader may see them. */
export async function userReply(db: Queryable, person: PersonRow, reader: Actor, now: Date): Promise<Reply> {
  const [reply] = await userReplies(db, [person], reader, now);
  if (reply === undefined) throw new Error('One person has one reply.');
  return person.id === reader.id ? { ...reply, failedChannels: await failedChannelsOf(db, person.id) } : reply;
}

/**
 * People as the reader may see them: one's own record in full, and of others the fields that the reader's role needs.
 */
export async function userReplies(
  db: Queryable,
  people: readonly PersonRow[],
  reader: Actor,
  now: Date,
): Promise<Reply[]> {
  const idsOf = (role: Role) => people.filter((person) => person.role === role).map((person) => person.id);
  const { role, schoolId } = reader;
  if (schoolId !== null && role === 'teacher') {
    const covers = await teachersCoveredBy(db, idsOf('substitute'), schoolId);
    const completed = await completedAssignments(db, idsOf('substitute'), schoolId, now);
    return people.map((person) =>
      replyTo(reader, person, {
        teacherIds: covers.get(person.id) ?? [],
        figures: { completedAssignments: completed.get(person.id) ?? 0 },
      }),
    );
  }
  if (schoolId === null || role !== 'school_admin') return people.map((person) => replyTo(reader, person, {}));
  const today = localDate(now, (await timeZoneOf(db, schoolId)) ?? defaultTimeZone);
  const vacancies = await countsForTeachers(db, idsOf('teacher'), { today, now });
  const completed = await completedAssignments(db, idsOf('substitute'), schoolId, now);
  return people.map((person) => {
    const counts = vacancies.get(person.id);
    const figures =
      person.role === 'teacher'
        ? {
            openVacancies: counts?.open ?? 0,
            filledVacancies: counts?.filled ?? 0,
            upcomingOpenVacancies: counts?.openAhead ?? 0,
            pendingVacancies: counts?.pendingAhead ?? 0,
            upcomingFilledVacancies: counts?.filledAhead ?? 0,
          }
        : { completedAssignments: completed.get(person.id) ?? 0 };
    return replyTo(reader, person, { figures });
  });
}

/** Data beyond the person that the reader's role needs: the teachers they cover for, or the figures on a card. */
type Beside = { teacherIds?: readonly number[]; figures?: Partial<Reply> };

function replyTo(reader: Actor, person: PersonRow, { teacherIds = [], figures = {} }: Beside): Reply {
  const shown = {
    id: person.id,
    role: person.role,
    fullName: person.fullName,
    profileImageUrl: fileUrl(person.profileImageFileId),
    qualifications: person.qualifications,
    preferredSubjects: person.preferredSubjects,
    bio: person.bio,
  };
  if (person.id === reader.id)
    return { ...shown, ...contactOf(person), ...accountOf(person, person.links), ...ownOf(person) };
  const seesContact = can(reader, 'user.seeContact', { ...subjectOf(person), teacherIds });
  const known = { ...shown, ...(seesContact && contactOf(person)), can: actsOn(person, reader) };
  if (reader.role === 'teacher') return { ...known, ...figures };
  // A school doesn't see at which other schools a person works.
  const links = person.links.filter((link) => link.schoolId === reader.schoolId);
  const account = { ...known, ...accountOf(person, links) };
  return reader.role === 'school_admin'
    ? {
        ...account,
        ...figures,
        rejectedAt: rejectionOf(person, links),
        ...appliedOf(links),
        invitedUntil: person.invitedUntil?.toISOString() ?? null,
      }
    : account;
}

function fileUrl(id: string | null): string | null {
  return id === null ? null : `/api/files/${id}`;
}

/** A resume contains the address and phone number, so it needs the same permission. */
function contactOf({ email, phone, resumeFileId, resumeName }: PersonRow) {
  return { email, phone, resumeUrl: fileUrl(resumeFileId), resumeName };
}

function accountOf(person: PersonRow, links: readonly SchoolLink[]) {
  const idsOf = (chosen: (link: SchoolLink) => boolean) =>
    JSON.stringify(links.filter(chosen).map((link) => link.schoolId));
  return {
    username: person.username,
    schoolId: person.schoolId,
    schoolName: person.schoolName,
    isApproved: person.isApproved,
    isActive: person.isActive,
    isPlatformOwner: person.isPlatformOwner,
    gender: person.gender,
    department: person.department,
    subjects: person.subjects,
    generalAvailability: person.generalAvailability,
    selectedSchoolIds: idsOf((link) => link.isSelected),
    approvedSchoolIds: idsOf((link) => link.approvedAt !== null),
    createdAt: person.createdAt.toISOString(),
  };
}

function ownOf({ emailConfirmed, smsOptIn, passwordSetByOther, version, links }: PersonRow) {
  const rejectedSchoolIds = JSON.stringify(
    links.filter((link) => link.rejectedAt !== null).map((link) => link.schoolId),
  );
  const waitingSchoolIds = JSON.stringify(
    links.filter((link) => link.isSelected && !link.worksHere).map((link) => link.schoolId),
  );
  return { emailConfirmed, smsOptIn, passwordSetByOther, version, rejectedSchoolIds, waitingSchoolIds };
}

/** Returns when the reader's school rejected this person. Returns null if it has accepted them since. */
function rejectionOf(person: PersonRow, links: readonly SchoolLink[]): string | null {
  return person.role === 'substitute'
    ? asInstant(links[0]?.rejectedAt ?? null)
    : (person.rejectedAt?.toISOString() ?? null);
}

function appliedOf([link]: readonly SchoolLink[]): Pick<Reply, 'appliedAt' | 'worksHere' | 'admittedAt'> {
  const at = asInstant(link?.selectedAt ?? null);
  if (link === undefined || at === null) return {};
  return {
    appliedAt: at,
    worksHere: link.worksHere,
    admittedAt: link.approvedAt === null ? asInstant(link.admittedAt) : null,
  };
}

// Inside JSON, the database formats instants differently.
function asInstant(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}

/** Returns the reader's permitted actions. Approving and rejecting are included only while a decision is pending. */
function actsOn(person: PersonRow, reader: Actor): Reply['can'] {
  const subject = subjectOf(person);
  const here = person.links.find((link) => link.schoolId === reader.schoolId);
  // The school can still decide about a substitute who was admitted through the district.
  const isAccepted =
    person.role === 'substitute' ? here?.worksHere === true && here.approvedAt !== null : person.isApproved;
  const isTurnedDown =
    person.role !== 'substitute' && !person.isApproved && (person.rejectedAt !== null || !person.isActive);
  return userActs.filter((act) => {
    if (act === 'message') return can(reader, 'message.send', subject);
    if (act === 'invite' && person.invitedUntil === null) return false;
    if (act === 'resetSecondFactor' && !person.hasSecondFactor) return false;
    if (act === 'disable' && person.role === 'overall_admin')
      return can(reader, 'owner.disable', { ...subject, otherActiveOwners: 1 });
    if ((act === 'approve' && isAccepted) || (act === 'reject' && (isAccepted || isTurnedDown))) return false;
    return can(reader, `user.${act}`, subject);
  });
}
