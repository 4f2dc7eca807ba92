import { defaultVacancySettings } from '#domain/shift.ts';
import type { Database } from '#server/db/database.ts';
import { beginSession } from '#server/security/sessions.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';

/** A person at work, with a session cookie that outlives every server. */
export type Person = {
  id: number;
  role: 'teacher' | 'school_admin' | 'substitute';
  schoolIds: number[];
  cookie: string;
};

const schools = 3;
const teachersOfSchool = 2;
const substitutes = 9;

/** Three schools with their people. Each substitute works for two of them. */
export async function makePeople(db: Database): Promise<Person[]> {
  const people: Person[] = [];
  const signIn = async (id: number, role: Person['role'], schoolIds: number[]) =>
    void people.push({ id, role, schoolIds, cookie: `firstbell=${await beginSession(db, id, 'faults', new Date())}` });
  const ids: number[] = [];
  for (let n = 0; n < schools; n += 1) {
    const { id } = await makeSchool(db, {
      settings: { ...defaultVacancySettings, allowMorningShift: true, allowAfternoonShift: true },
      bookFirst: n === 2,
    });
    ids.push(id);
    await signIn(await makeAdmin(db, id), 'school_admin', [id]);
    for (let t = 0; t < teachersOfSchool; t += 1) await signIn(await makeTeacher(db, id), 'teacher', [id]);
  }
  for (let n = 0; n < substitutes; n += 1) {
    const own = ids.filter((_, at) => at !== n % schools);
    await signIn(await makeSubstitute(db, own), 'substitute', own);
  }
  return people;
}
