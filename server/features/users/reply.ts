import type * as z from 'zod/mini';
import { type user, userActs } from '#contract/users.ts';
import { type Actor, can } from '#domain/permissions.ts';
import { type PersonRow, type SchoolLink, subjectOf } from '#server/features/users/queries.ts';

type Reply = z.input<typeof user>;

/** A person as their reader may know them: all of oneself; of others what the reader's role has a use for. */
export function userReply(person: PersonRow, reader: Actor): Reply {
  const shown = {
    id: person.id,
    role: person.role,
    fullName: person.fullName,
    profileImageUrl: fileUrl(person.profileImageFileId),
    qualifications: person.qualifications,
    preferredSubjects: person.preferredSubjects,
    bio: person.bio,
  };
  if (person.id === reader.id) return { ...shown, ...contactOf(person), ...accountOf(person, person.links), ...ownOf(person) };
  const subject = subjectOf(person);
  const seesContact = can(reader, 'user.seeContact', { ...subject, teacherIds: person.isAssignedToReader ? [reader.id] : [] });
  const known = { ...shown, ...(seesContact && contactOf(person)), can: actsOn(person, reader) };
  if (reader.role === 'teacher') return known;
  // Where else somebody works is not this school's to know.
  const links = person.links.filter((link) => link.schoolId === reader.schoolId);
  return { ...known, ...accountOf(person, links), ...(reader.role === 'school_admin' && ofSchool(person, links)) };
}

function fileUrl(id: string | null): string | null {
  return id === null ? null : `/api/files/${id}`;
}

/** A resume holds address and telephone, so it goes with them. */
function contactOf({ email, phone, resumeFileId, resumeName }: PersonRow) {
  return { email, phone, resumeUrl: fileUrl(resumeFileId), resumeName };
}

function accountOf(person: PersonRow, links: readonly SchoolLink[]) {
  const { username, schoolId, schoolName, isApproved, isActive, isPlatformOwner, gender, department, subjects, generalAvailability, createdAt } = person;
  const idsOf = (chosen: (link: SchoolLink) => boolean) => JSON.stringify(links.filter(chosen).map((link) => link.schoolId));
  return {
    username, schoolId, schoolName, isApproved, isActive, isPlatformOwner, gender, department, subjects, generalAvailability,
    selectedSchoolIds: idsOf((link) => link.isSelected),
    approvedSchoolIds: idsOf((link) => link.approvedAt !== null),
    createdAt: createdAt.toISOString(),
  };
}

function ownOf({ smsOptIn, passwordSetByOther }: PersonRow) {
  return { smsOptIn, passwordSetByOther };
}

function ofSchool(person: PersonRow, links: readonly SchoolLink[]): Partial<Reply> {
  const rejectedAt = person.role === 'substitute' ? asInstant(links[0]?.rejectedAt ?? null) : (person.rejectedAt?.toISOString() ?? null);
  if (person.role === 'substitute') return { rejectedAt, completedAssignments: person.completedAssignments ?? 0 };
  return { rejectedAt, openVacancies: person.openVacancies ?? 0, filledVacancies: person.filledVacancies ?? 0 };
}

// Inside JSON the database writes instants in a form of its own.
function asInstant(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}

/** What the reader may do: by permission, and of approving and rejecting only what is still to decide. */
function actsOn(person: PersonRow, reader: Actor): Reply['can'] {
  const subject = subjectOf(person);
  const rejectedHere = person.links.some((link) => link.schoolId === reader.schoolId && link.rejectedAt !== null);
  const isAccepted = person.isApproved && !rejectedHere;
  const isTurnedDown = person.role !== 'substitute' && !person.isApproved && (person.rejectedAt !== null || !person.isActive);
  return userActs.filter((act) => {
    if (act === 'message') return can(reader, 'message.send', subject);
    if (act === 'disable' && person.role === 'overall_admin') return can(reader, 'owner.disable', { ...subject, otherActiveOwners: 1 });
    if ((act === 'approve' && isAccepted) || (act === 'reject' && (isAccepted || isTurnedDown))) return false;
    return can(reader, `user.${act}`, subject);
  });
}
