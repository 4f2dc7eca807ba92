import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { updateSchool } from '#contract/schools.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { sql } from '#server/db/database.ts';
import { openDispatches } from '#server/features/vacancies/dispatch/run-dispatches.ts';
import { openDeliveryWorker } from '#server/notifications/delivery-worker.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makePeople } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

/** Besides Ann and Bob. */
const others = 28;
export let catcher: MailCatcher;
export let stage: Stage;
export let people: number[];

export const body = {
  date: '2026-11-25',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Grade 4',
  additionalNotes: 'Room 12',
  sendNotifications: true,
};
export const complaints: string[] = [];
const dispatches = () =>
  openDispatches({
    db: stage.world.db,
    config: stage.world.config,
    clock: () => stage.world.time.now,
    log: { error: (_, text) => void complaints.push(text), warn: () => {} },
  });
export const run = () => dispatches().run();
/** Sends the emails that are due. */
export async function deliver(): Promise<void> {
  const { world } = stage;
  const worker = openDeliveryWorker({
    db: world.db,
    config: world.config,
    clock: () => world.time.now,
    log: { error: () => {}, warn: () => {} },
    lease: { key: 1, isHeld: () => true },
  });
  await worker.deliverDue();
  await worker.close(0);
}
export const offered = async (id: number) =>
  (await stage.told(id)).filter(([kind]) => kind === 'vacancy_posted').map(([, to]) => to);
export const dispatchOf = async (id: number) => {
  const [row] = await stage.world.db.query<{ dueAt: Date | null; ended: string | null; round: number }>(
    sql`select due_at as "dueAt", ended, round from dispatches where vacancy_id = ${id}`,
  );
  if (row === undefined) throw new Error('There is no dispatch.');
  return row;
};

/** Posts a vacancy, and sends its first wave. */
export async function post(parts: Partial<typeof body> = {}) {
  const { id } = await stage.teacher.call(createVacancy, { body: { ...body, ...parts } });
  await run();
  return { id, params: { id: String(id) } };
}

/**
 * Lets time pass from one due step to the next, until nothing is due. Returns the number of people notified after each.
 */
export async function passTime(id: number): Promise<number[]> {
  const heard: number[] = [];
  for (let step = 0; step < 200; step += 1) {
    const { dueAt } = await dispatchOf(id);
    if (dueAt === null) return heard;
    stage.world.time.now = dueAt;
    await run();
    heard.push(new Set(await offered(id)).size);
  }
  throw new Error('It does not end.');
}

/** The stage clears vacancies without a line of history. */
export const broken = async () =>
  (await brokenInvariants(stage.world.db)).filter((sentence) => !sentence.startsWith('deletion does not match'));

export const byName = async (id: number) =>
  (await stage.world.as(id)).call(listVacancies, { query: { status: 'open' } });

/** Opens a school that offers vacancies to the best matches first, with 30 substitutes. */
export function setUpWaveStage(): void {
  beforeAll(async () => {
    catcher = await catchMail();
    stage = await openStage({ SMTP_URL: catcher.url });
    const { world, school, ids, admin } = stage;
    const made = await makePeople(
      world.db,
      Array.from({ length: others }, () => ({ role: 'substitute' as const, chose: [school.id] })),
    );
    people = [ids.ann, ids.bob, ...made];
    await admin.call(updateSchool, { params: { id: String(school.id) }, body: { offering: 'best_matches' } });
  });
  afterAll(async () => {
    await stage.world.close();
    await catcher.close();
  });
  beforeEach(async () => {
    await stage.clear();
    // The ranking of one test doesn't learn from the answers of another.
    await stage.world.db.execute(sql`delete from offers`);
  });
}
