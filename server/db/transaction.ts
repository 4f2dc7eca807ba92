import type pg from 'pg';
import type { PooledClient } from '#server/db/pooled-client.ts';
import { type Ask, type Queryable, queryableOf } from '#server/db/statement.ts';

declare const transaction: unique symbol;
/**
 * A running transaction. Only `inTransaction` creates one, so a function that takes a Tx can't run outside of one.
 *
 * Statements that don't wait for each other's replies share one wait: `allSettled([first(tx), second(tx)])`. PostgreSQL
 * still runs them one after the other, in the order in which they were sent. Once one has failed, those behind it have
 * no effect and fail with the same error.
 */
export type Tx = Queryable & {
  readonly [transaction]: true;
  /**
   * The same transaction, for its last statement: the commit is sent right behind it, without waiting for its reply.
   * Every later statement is refused. If this statement fails, the transaction is rolled back. Use it only for a
   * statement that waits for no lock and whose result refuses nothing: the commit is on its way even if the caller
   * gives up or can't use the result.
   */
  readonly last: Queryable;
};

/**
 * Returns whether a statement only reads or locks, so it would do no harm outside of a transaction. It knows the
 * functions of the job queue, but not our own functions that write (`forget_people`, `announce` and others): call those
 * only after a reply.
 */
const isHarmless = (text: string) => /^\s*select\b/.test(text) && !text.includes('graphile_worker.');

/**
 * A transaction, and how it ends. It doesn't wait for the reply to `begin`: the first reads and locks are sent right
 * behind it. Anything else waits, because if `begin` failed, PostgreSQL would commit the next statement at once.
 */
export class Transaction {
  readonly tx: Tx;
  readonly #client: PooledClient;
  readonly #began: Promise<unknown>;
  #state: 'beginning' | 'begun' | 'over' | 'committed' = 'beginning';
  /** The first failure. PostgreSQL refuses the statements behind it with an error that says only that. */
  #failed: { error: unknown } | undefined;
  #waitingCount = 0;
  #committing: Promise<void> | undefined;

  constructor(client: PooledClient) {
    this.#client = client;
    this.#began = Promise.allSettled([this.#begin()]);
    const inside = queryableOf((statement) => this.#inTurn(statement, this.#ask));
    const last = queryableOf((statement) => this.#inTurn(statement, this.#askLast));
    // The only place that creates a Tx: a transaction has just begun on this client.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    this.tx = { ...inside, last } as Tx;
  }

  get hasCommitted(): boolean {
    return this.#state === 'committed';
  }

  async commit(): Promise<void> {
    if (this.#committing === undefined) {
      this.#throwFailure();
      this.#state = 'over';
      this.#committing = this.#commit();
    }
    await this.#committing;
  }

  async rollBack(): Promise<void> {
    if (!this.hasCommitted) this.#state = 'over';
    await this.#committing?.catch(() => {});
    if (!this.hasCommitted) await this.#client.rollBack();
  }

  async #begin(): Promise<void> {
    await this.#ask({ text: 'begin' });
    if (this.#state === 'beginning') this.#state = 'begun';
  }

  /**
   * Sends a statement in its turn: no statement overtakes one that waits for `begin`. Refuses one that has no effect
   * anymore.
   */
  async #inTurn<Row extends object>(statement: pg.QueryConfig, send: Ask): Promise<pg.QueryResult<Row>> {
    this.#refuseAfterEnd();
    if (this.#waitingCount > 0 || (this.#state === 'beginning' && !isHarmless(statement.text ?? ''))) {
      this.#waitingCount += 1;
      await this.#began;
      this.#waitingCount -= 1;
      this.#refuseAfterEnd();
    }
    return send<Row>(statement);
  }

  readonly #ask: Ask = async <Row extends object>(statement: pg.QueryConfig) => {
    this.#client.sendTogether();
    try {
      return await this.#client.ask<Row>(statement);
    } catch (error) {
      this.#failed ??= { error };
      throw this.#failed.error;
    }
  };

  readonly #askLast: Ask = <Row extends object>(statement: pg.QueryConfig) => {
    this.#state = 'over';
    const reply = this.#ask<Row>(statement);
    this.#committing = this.#commit();
    // A failure is also that of the transaction, which waits for it.
    this.#committing.catch(() => {});
    return reply;
  };

  async #commit(): Promise<void> {
    const { command } = await this.#ask({ text: 'commit' });
    this.#throwFailure();
    if (command !== 'COMMIT') throw new Error(`PostgreSQL answered a commit with ${command}.`);
    this.#state = 'committed';
  }

  #refuseAfterEnd(): void {
    this.#throwFailure();
    if (this.#state === 'over' || this.#state === 'committed')
      throw new Error('A statement was sent after the end of its transaction.');
  }

  #throwFailure(): void {
    if (this.#failed !== undefined) throw this.#failed.error;
  }
}
