import { sql, type Tx } from '#server/db/database.ts';
import { type Resume, resumePdf } from '#server/demo/resume.ts';

/** A page of lesson plans, set like the resumes. */
const dayInGrade4: Resume = {
  name: 'Grade 4',
  headline: 'A day with Ms. Okafor’s class',
  contact: 'Room 12   ·   Cedar Hollow Elementary',
  sections: [
    {
      title: 'Morning',
      entries: [
        { margin: '8:15', lines: ['Morning meeting', 'Attendance, lunch count, the question on the board.'] },
        { margin: '8:45', lines: ['Fractions', 'Workbook pages 41 to 43; number lines are in the blue bin.'] },
        { margin: '10:00', lines: ['Recess and snack', 'Back door; Mr. Haugen is on duty.'] },
        {
          margin: '10:30',
          lines: ['Reading groups', 'Three groups, 20 minutes each. Group leaders know the routine.'],
        },
      ],
    },
    {
      title: 'Afternoon',
      entries: [
        { margin: '12:30', lines: ['Science', 'Finish the posters about the water cycle.'] },
        { margin: '2:20', lines: ['Pack up', 'Buses at 2:35. Walkers wait at the flagpole.'] },
      ],
    },
  ],
};

const testRules: Resume = {
  name: 'Reading tests',
  headline: 'For the second adult in Room 12',
  contact: 'Cedar Hollow Elementary',
  sections: [
    {
      title: 'During the test',
      entries: [
        { margin: 'Start', lines: ['Booklets', 'Hand them out face down. Read the first page aloud, word for word.'] },
        { margin: 'Then', lines: ['Questions', 'Repeat a direction, but never explain a question.'] },
        { margin: 'End', lines: ['Library', 'Walk students there when they finish. Count the booklets.'] },
      ],
    },
  ],
};

/**
 * Returns the teacher's emergency plan with student details, last checked over a year ago, and files for a class and
 * extra hands to come.
 */
export async function writePlans(tx: Tx, now: Date): Promise<void> {
  const page = await resumePdf(dayInGrade4);
  const lastYear = new Date(now.getTime() - 380 * 24 * 3_600_000);
  await tx.execute(sql`with maya as (select id from users where username = 'teacher'),
    file as (
      insert into plan_files (teacher_id, uploaded_by_id, name, content_type, size, bytes, created_at, used_at)
      select id, id, 'A day in Grade 4.pdf', 'application/pdf', ${page.length}, ${page}, ${now}, ${now} from maya
        returning id, teacher_id),
    plan as (
      insert into emergency_plans (teacher_id, routines, seating, people, file_ids, checked_at, reminded_at)
      select teacher_id,
        'Students line up at the blue door at 8:10. A raised hand means quiet. '
          'Lunch is at 11:40; walk them to the cafeteria. Buses leave at 2:35.',
        'The chart is taped inside the closet door.',
          'Joan Haugen next door knows the class. The office answers at extension 10.', array[id], ${lastYear},
          ${lastYear} from file returning teacher_id),
    details as (
      insert into student_details (teacher_id, words)
      select teacher_id,
        'One student at the window table has a peanut allergy. '
          'The EpiPen is in the top drawer, and the nurse is at extension 14.'
        from plan returning teacher_id)
    update vacancies v set plan_file_ids = array[file.id] from file
    where v.teacher_id = file.teacher_id and v.deleted_at is null and v.starts_at > ${now} and v.status <> 'open'`);
  const rules = await resumePdf(testRules);
  await tx.execute(sql`with jobs as (select id, teacher_id from vacancies
      where absence_reason is null and deleted_at is null and ends_at > ${now}),
    file as (
      insert into plan_files (teacher_id, uploaded_by_id, name, content_type, size, bytes, created_at, used_at)
      select distinct teacher_id, teacher_id, 'Reading test rules.pdf',
        'application/pdf', ${rules.length}::int, ${rules}::bytea, ${now}::timestamptz, ${now}::timestamptz from jobs
        returning id, teacher_id)
    update vacancies v set plan_file_ids = array[file.id] from file, jobs
      where v.id = jobs.id and jobs.teacher_id = file.teacher_id`);
}
