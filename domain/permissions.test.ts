import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  actions,
  can,
  mayWorkAt,
  type Action,
  type Actor,
  type UserSubject,
  type VacancySubject,
} from './permissions.ts';

const OAK = 10;
const ELM = 20;

const person: Actor = {
  id: 0,
  role: 'teacher',
  isApproved: true,
  isActive: true,
  isPlatformOwner: false,
  schoolId: null,
  selectedSchoolIds: [],
  schoolActive: true,
};
const teacher: Actor = { ...person, id: 1, schoolId: OAK };
const substitute: Actor = { ...person, id: 2, role: 'substitute', selectedSchoolIds: [OAK] };
const admin: Actor = { ...person, id: 3, role: 'school_admin', schoolId: OAK };
const owner: Actor = { ...person, id: 4, role: 'overall_admin', isPlatformOwner: true, isApproved: false };

const actors = {
  teacher,
  colleague: { ...teacher, id: 11 },
  'teacher of Elm': { ...teacher, id: 12, schoolId: ELM },
  'teacher of no school': { ...teacher, id: 13, schoolId: null },
  'unapproved teacher': { ...teacher, isApproved: false },
  'disabled teacher': { ...teacher, isActive: false },
  'teacher of a closed school': { ...teacher, schoolActive: false },
  substitute,
  'other substitute': { ...substitute, id: 22 },
  'substitute of Elm': { ...substitute, id: 23, selectedSchoolIds: [ELM] },
  'unapproved substitute': { ...substitute, isApproved: false },
  'disabled substitute': { ...substitute, isActive: false },
  admin,
  'admin of Elm': { ...admin, id: 31, schoolId: ELM },
  'admin of no school': { ...admin, id: 32, schoolId: null },
  'unapproved admin': { ...admin, isApproved: false },
  'admin of a closed school': { ...admin, schoolActive: false },
  owner,
  'overall admin who is no owner': { ...owner, isPlatformOwner: false, isApproved: true },
  'disabled owner': { ...owner, isActive: false },
} satisfies Record<string, Actor>;

type Name = keyof typeof actors;

/** Exactly these are allowed, and everyone else is not. */
function only<A extends Action>(action: A, subject: Parameters<typeof can<A>>[2], allowed: Name[]): void {
  const names = Object.keys(actors) as Name[];
  expect(names.filter((name) => can(actors[name], action, subject)).toSorted(), action).toEqual(allowed.toSorted());
}

const vacancy: VacancySubject = { schoolId: OAK, teacherId: teacher.id, substituteId: null, requestedById: null };
const worksForOak: Name[] = ['substitute', 'other substitute'];

describe('a vacancy of a teacher at Oak', () => {
  const staff = [
    'vacancy.create',
    'vacancy.edit',
    'vacancy.annotate',
    'vacancy.remove',
    'vacancy.notify',
    'vacancy.approve',
    'vacancy.reject',
    'vacancy.undo',
    'vacancy.leaveJob',
  ] as const;
  test.each(staff)("%s is the teacher's and the admin's", (action) => {
    only(action, vacancy, ['teacher', 'admin']);
  });

  test('extra hands are only the front office’s to post', () => {
    only('vacancy.createExtraHands', { schoolId: OAK }, ['admin']);
  });

  test.each(['vacancy.assign', 'vacancy.correct', 'vacancy.confirmByPhone', 'vacancy.recordAttendance'] as const)(
    "%s is only the admin's",
    (action) => {
      only(action, vacancy, ['admin']);
    },
  );

  test.each(['vacancy.request', 'vacancy.decline', 'vacancy.withdraw', 'vacancy.confirm', 'vacancy.signIn'] as const)(
    '%s is for those who work at Oak',
    (action) => {
      only(action, vacancy, worksForOak);
    },
  );

  test('the teacher, the admin and the substitute can release it', () => {
    only('vacancy.release', vacancy, ['teacher', 'admin', ...worksForOak]);
  });

  test.each(['vacancy.withdraw', 'vacancy.confirm', 'vacancy.release'] as const)(
    '%s is still allowed for the booked or requesting substitute after the school is no longer theirs',
    (action) => {
      const away = { ...substitute, selectedSchoolIds: [] };
      expect(can(away, action, { ...vacancy, requestedById: substitute.id })).toBe(true);
      expect(can(away, action, { ...vacancy, substituteId: substitute.id })).toBe(true);
      expect(can(away, action, vacancy)).toBe(false);
      expect(can({ ...away, isApproved: false }, action, { ...vacancy, substituteId: substitute.id })).toBe(false);
    },
  );

  test('its teacher, the admins and the assigned substitute see the lesson plans', () => {
    const staffHere: Name[] = ['teacher', 'admin', 'teacher of a closed school', 'admin of a closed school'];
    only('vacancy.seePlans', vacancy, staffHere);
    only('vacancy.seePlans', { ...vacancy, requestedById: substitute.id }, staffHere);
    only('vacancy.seePlans', { ...vacancy, substituteId: substitute.id }, [...staffHere, 'substitute']);
  });

  test('its teacher, the admins and the substitute who requested it see the message of the request', () => {
    const staffHere: Name[] = ['teacher', 'admin', 'teacher of a closed school', 'admin of a closed school'];
    only('vacancy.seeMessage', vacancy, staffHere);
    only('vacancy.seeMessage', { ...vacancy, substituteId: substitute.id }, staffHere);
    only('vacancy.seeMessage', { ...vacancy, requestedById: substitute.id }, [...staffHere, 'substitute']);
  });

  test('substitutes see the reason if the school shows it', () => {
    const staffHere: Name[] = ['teacher', 'admin', 'teacher of a closed school', 'admin of a closed school'];
    only('vacancy.seeReason', { ...vacancy, showsReason: false }, staffHere);
    only('vacancy.seeReason', { ...vacancy, showsReason: true }, [...staffHere, ...worksForOak, 'substitute of Elm']);
  });

  test('a vacancy whose teacher is gone belongs to the admin', () => {
    only('vacancy.edit', { ...vacancy, teacherId: null }, ['admin']);
  });

  test('a teacher who moves to another school loses access to the vacancies there', () => {
    expect(can({ ...teacher, schoolId: ELM }, 'vacancy.edit', vacancy)).toBe(false);
  });
});

const user: UserSubject = {
  id: 100,
  role: 'teacher',
  schoolId: OAK,
  isApproved: true,
  isActive: true,
  isPlatformOwner: false,
  selectedSchoolIds: [],
  approvedSchoolIds: [],
  workSchoolIds: [],
};
const oakTeacher = user;
const oakSubstitute: UserSubject = {
  ...user,
  role: 'substitute',
  schoolId: null,
  selectedSchoolIds: [OAK],
  approvedSchoolIds: [OAK],
  workSchoolIds: [OAK],
};
const oakAdmin: UserSubject = { ...user, role: 'school_admin' };
const otherOwner: UserSubject = { ...user, role: 'overall_admin', schoolId: null, isPlatformOwner: true };
const adrift: UserSubject = { ...user, schoolId: null };
const bothClosed: Name[] = ['teacher of a closed school', 'admin of a closed school'];

describe('visible people', () => {
  test('a teacher: the admin of the school', () => {
    only('user.see', oakTeacher, ['admin', 'admin of a closed school']);
    only('user.see', adrift, []);
  });

  test('a substitute: admins and, where they work and are active, teachers of that school', () => {
    only('user.see', oakSubstitute, ['admin', 'teacher', 'colleague', ...bothClosed]);
    only('user.see', { ...oakSubstitute, workSchoolIds: [] }, ['admin', 'admin of a closed school']);
    only('user.see', { ...oakSubstitute, isActive: false }, ['admin', 'admin of a closed school']);
    only('user.see', { ...oakSubstitute, selectedSchoolIds: [] }, []);
  });

  test('a school admin and an owner: owners', () => {
    only('user.see', oakAdmin, ['owner']);
    only('user.see', otherOwner, ['owner']);
  });

  test.each(Object.entries(actors))('themself, for %s, if active and approved', (name, actor) => {
    const heldBack: Name[] = [
      'unapproved teacher',
      'unapproved admin',
      'disabled teacher',
      'disabled substitute',
      'disabled owner',
      'overall admin who is no owner',
    ];
    const self = { ...user, ...actor, approvedSchoolIds: [], teacherIds: [] };
    const allowed = !(heldBack as string[]).includes(name);
    expect(can(actor, 'user.see', self)).toBe(allowed);
    expect(can(actor, 'user.seeContact', self)).toBe(allowed);
    expect(can(actor, 'user.seeResume', self)).toBe(allowed);
    expect(can(actor, 'user.editProfile', self)).toBe(allowed && actor.schoolActive);
  });

  test.each(['user.seeContact', 'user.seeResume'] as const)(
    '%s of a substitute: teachers only if their vacancy names the substitute',
    (action) => {
      const admins: Name[] = ['admin', 'admin of a closed school'];
      only(action, { ...oakSubstitute, teacherIds: [] }, admins);
      only(action, { ...oakSubstitute, teacherIds: [teacher.id] }, [
        ...admins,
        'teacher',
        'teacher of a closed school',
      ]);
      only(action, { ...oakSubstitute, workSchoolIds: [], teacherIds: [teacher.id] }, admins);
      only(action, { ...oakTeacher, teacherIds: [] }, admins);
      only(action, { ...oakAdmin, teacherIds: [] }, ['owner']);
      only(action, { ...otherOwner, teacherIds: [] }, ['owner']);
    },
  );
});

test("a teacher's plans are changed by the teacher and the school's admins", () => {
  only('user.editPlans', oakTeacher, ['admin']);
  only('user.editPlans', { ...oakTeacher, id: teacher.id }, ['teacher', 'admin']);
  only('user.editPlans', oakSubstitute, []);
  only('user.editPlans', oakAdmin, []);
});

test('plans and their files can still be read at a closed school', () => {
  const oaks: Name[] = ['admin', 'admin of a closed school'];
  for (const action of ['user.seePlans', 'user.seePlanFiles'] as const) {
    only(action, oakTeacher, oaks);
    only(action, { ...oakTeacher, id: teacher.id }, ['teacher', 'teacher of a closed school', ...oaks]);
    only(action, oakSubstitute, []);
  }
  only('user.seePlans', oakAdmin, []);
  only('user.seePlanFiles', oakAdmin, oaks);
});

test("the files of a job without an absent teacher are its contact's, and shared by the school's admins", () => {
  only('user.addPlanFiles', oakAdmin, ['admin']);
  only('user.addPlanFiles', { ...oakAdmin, schoolId: null }, []);
  only('user.addPlanFiles', oakTeacher, ['admin']);
  only('user.addPlanFiles', { ...oakTeacher, id: teacher.id }, ['teacher', 'admin']);
  only('user.addPlanFiles', oakSubstitute, []);
});

test('feedback is given by the two people of a class, and read by the admins', () => {
  const taught = { ...vacancy, substituteId: actors.substitute.id };
  only('vacancy.reviewClass', taught, ['substitute']);
  only('vacancy.answerFeedback', taught, ['substitute']);
  only('vacancy.reviewSubstitute', taught, ['teacher']);
  only('vacancy.seeFeedback', taught, ['admin', 'admin of a closed school']);
  only('user.seeFeedback', oakSubstitute, ['admin', 'admin of a closed school']);
});

test("a substitute's no-shows are read by the admins of the schools they chose", () => {
  only('user.seeAttendance', oakSubstitute, ['admin', 'admin of a closed school']);
  only('user.seeAttendance', oakTeacher, []);
});

test('favorites and exclusions concern the substitutes of a school, and teachers choose from those who work there', () => {
  const gone = { ...oakSubstitute, workSchoolIds: [] };
  only('user.favorite', oakSubstitute, ['teacher', 'colleague', 'admin']);
  only('user.favorite', gone, []);
  only('user.favorite', oakTeacher, []);
  only('user.exclude', oakSubstitute, ['teacher', 'colleague', 'admin']);
  only('user.exclude', gone, ['admin']);
  only('user.exclude', oakTeacher, []);
});

test('how much work a substitute is offered is read by the admins of the schools they chose', () => {
  only('user.seeOffers', oakSubstitute, ['admin', 'admin of a closed school']);
  only('user.seeOffers', oakTeacher, []);
});

describe('accounts', () => {
  test.each(['user.approve', 'user.reject'] as const)(
    '%s: the admin for their own people, the owner for admins',
    (action) => {
      only(action, oakTeacher, ['admin']);
      only(action, oakSubstitute, ['admin']);
      only(action, { ...oakSubstitute, selectedSchoolIds: [ELM] }, ['admin of Elm']);
      only(action, oakAdmin, ['owner']);
      only(action, otherOwner, []);
    },
  );

  test('an admin creates only teachers and substitutes of their own school', () => {
    only('user.create', oakTeacher, ['admin']);
    only('user.create', oakSubstitute, ['admin']);
    only('user.create', { ...oakTeacher, isPlatformOwner: true }, []);
    only('user.create', adrift, []);
    only('user.create', oakAdmin, []);
    only('user.create', otherOwner, []);
    only('user.create', { ...oakSubstitute, selectedSchoolIds: [] }, []);
    only('user.create', { ...oakSubstitute, selectedSchoolIds: [OAK, ELM] }, []);
    only('user.create', { ...oakSubstitute, approvedSchoolIds: [ELM] }, []);
  });

  test('an admin disables teachers, an owner admins', () => {
    only('user.disable', oakTeacher, ['admin']);
    only('user.disable', oakSubstitute, []);
    only('user.disable', oakAdmin, ['owner']);
    only('user.disable', otherOwner, []);
  });

  test('an admin removes substitutes who selected the school', () => {
    only('user.remove', oakSubstitute, ['admin']);
    only('user.remove', oakTeacher, []);
    only('user.remove', oakAdmin, []);
  });

  test('an admin resets passwords of teachers and of substitutes who have only this school, the owner of admins and substitutes', () => {
    only('user.resetPassword', oakTeacher, ['admin']);
    only('user.resetPassword', oakSubstitute, ['admin', 'owner']);
    only('user.resetPassword', { ...oakSubstitute, selectedSchoolIds: [OAK, ELM] }, ['owner']);
    only('user.resetPassword', { ...oakSubstitute, approvedSchoolIds: [OAK, ELM] }, ['owner']);
    only('user.resetPassword', oakAdmin, ['owner']);
    only('user.resetPassword', otherOwner, []);
    only('user.invite', oakTeacher, ['admin']);
    only('user.invite', oakSubstitute, ['admin']);
    only('user.invite', { ...oakSubstitute, selectedSchoolIds: [OAK, ELM] }, []);
    only('user.invite', oakAdmin, []);
    only('user.resetSecondFactor', oakTeacher, ['admin']);
    only('user.resetSecondFactor', oakSubstitute, ['admin', 'owner']);
    only('user.resetSecondFactor', { ...oakSubstitute, selectedSchoolIds: [OAK, ELM] }, ['owner']);
    only('user.resetSecondFactor', oakAdmin, ['owner']);
    only('user.resetSecondFactor', otherOwner, []);
  });

  test("no one edits another person's profile, schools or availability", () => {
    for (const action of ['user.editProfile', 'user.chooseSchools', 'user.setAvailability'] as const)
      only(action, { id: 100 }, []);
  });

  test.each(['user.chooseSchools', 'user.setAvailability'] as const)(
    "%s is a substitute's, approved or not",
    (action) => {
      only(action, { id: substitute.id }, ['substitute', 'unapproved substitute']);
      only(action, { id: teacher.id }, []);
    },
  );
});

describe('the rest', () => {
  test('messages go to substitutes of one’s own school; teachers can message only approved ones', () => {
    only('message.send', oakSubstitute, ['teacher', 'colleague', 'admin']);
    only('message.send', { ...oakSubstitute, workSchoolIds: [] }, ['admin']);
    only('message.send', { ...oakSubstitute, selectedSchoolIds: [ELM], workSchoolIds: [ELM] }, [
      'teacher of Elm',
      'admin of Elm',
    ]);
    only('message.send', oakTeacher, []);
  });

  test('only the admin sees reports', () => {
    only('report.read', { schoolId: OAK }, ['admin', 'admin of a closed school']);
    only('fill.read', { schoolId: OAK }, ['admin', 'admin of a closed school', 'owner']);
    only('audit.read', { schoolId: OAK }, ['admin', 'admin of a closed school', 'owner']);
    only('audit.read', { schoolId: null }, ['owner']);
  });

  test('hours are approved by the admin and answered by the substitute who worked them', () => {
    only('hours.read', { schoolId: OAK }, ['admin', 'admin of a closed school']);
    only('hours.manage', { schoolId: OAK }, ['admin']);
    only('hours.answer', { substituteId: substitute.id }, ['substitute']);
  });

  test("the admin plans colleagues' covers, and the school's teachers see them", () => {
    only('cover.manage', { schoolId: OAK }, ['admin']);
    only('cover.see', { schoolId: OAK }, ['teacher', 'colleague', 'admin', ...bothClosed]);
  });

  test("the admin and the owner edit a school's information, only the admin its settings", () => {
    only('school.edit', { id: OAK }, ['admin', 'owner']);
    only('school.export', { id: OAK }, ['admin', 'owner']);
    only('school.editSettings', { id: OAK }, ['admin']);
    only('school.changeDay', { id: OAK }, ['admin']);
    only('school.manageWall', { id: OAK }, ['admin']);
  });

  test("the admin edits a school's legal texts, the owner the platform's", () => {
    only('legal.edit', { schoolId: OAK }, ['admin']);
    only('legal.edit', { schoolId: null }, ['owner']);
  });

  test.each(['school.activate', 'school.remove', 'school.setDistrict'] as const)("%s is the owner's", (action) => {
    only(action, { id: OAK }, ['owner']);
  });

  test.each(['school.create', 'district.edit', 'outbox.read', 'owner.add', 'fill.readAll'] as const)(
    "%s is the owner's",
    (action) => {
      only(action, null, ['owner']);
    },
  );

  test('an owner disables owners, but never the last one', () => {
    only('owner.disable', { ...otherOwner, otherActiveOwners: 1 }, ['owner']);
    only('owner.disable', { ...otherOwner, otherActiveOwners: 0 }, []);
    only('owner.disable', { ...oakAdmin, otherActiveOwners: 1 }, []);
  });

  test('a substitute works at selected schools where they are approved and active', () => {
    expect(mayWorkAt(substitute, OAK)).toBe(true);
    expect(mayWorkAt(substitute, ELM)).toBe(false);
    expect(mayWorkAt({ ...substitute, isApproved: false }, OAK)).toBe(false);
    expect(mayWorkAt({ ...substitute, isActive: false }, OAK)).toBe(false);
    expect(mayWorkAt({ ...substitute, role: 'teacher' }, OAK)).toBe(false);
  });
});

test('every action has its test here', () => {
  const here = readFileSync(import.meta.filename, 'utf8');
  expect(actions.filter((action) => !here.includes(`'${action}'`))).toEqual([]);
});
