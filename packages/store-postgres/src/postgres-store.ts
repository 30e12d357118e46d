import { kindOf } from '@mortise/base';
import {
  accepted,
  boolean,
  callable,
  integer,
  LONGEST_TIMER,
  options,
  or,
  rule,
} from '@mortise/base/options';
import {
  checkKey,
  checkStep,
  checkTtl,
  type CounterState,
  DEFAULT_MAX_BYTES,
  newVersion,
  type StoredValue,
  StoreError,
  type StoreInterface,
  valueBytes,
  withinTimeout,
} from '@mortise/store';
import { type Statements, statementsFor } from './statements.js';

/** PostgreSQL has no text with this character: no version has it. */
const NUL = '\0';

/**
 * Runs one statement on the server through a client library of your choice.
 *
 * @param sql a statement with the parameters `$1`, `$2`, ...
 * @param parameters their values
 * @returns the rows, each an object by column: `bytea` as bytes, `float8` as numbers
 */
export type Query = (
  sql: string,
  parameters: (string | number | Uint8Array)[],
) => PromiseLike<readonly object[]>;

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /**
   * Name of the table, or `schema.table`: lower-case letters, digits, `_`, up to 51 characters each; default
   * `'mortise_store'`. Give each application its own, because applications with the same table accept each other's
   * sessions.
   */
  readonly table?: string | undefined;

  /** Milliseconds after which a call rejects with `STORE_UNAVAILABLE`; default 1,000. */
  readonly timeout?: number | undefined;

  /** Maximum bytes of a value; default 1 MiB. */
  readonly maxBytes?: number | undefined;
}

/** Options of `setUp`. */
export interface SetUpOptions {
  /**
   * Whether to create the table as `UNLOGGED`: writes are cheaper, but a server crash deletes all rows. Use it for
   * sessions and counters, not for idempotency keys. Does not change an existing table. Default `false`.
   */
  readonly unlogged?: boolean | undefined;
}

/** A store on PostgreSQL, with methods to maintain its table. */
export interface PostgresStore extends StoreInterface {
  /**
   * Creates the table and its index if they do not exist. Several processes can call it concurrently.
   *
   * @throws {OptionError} as a rejection, if an option is unknown or has a wrong value
   * @throws {StoreError} `STORE_UNAVAILABLE`, as a rejection, if the server fails
   */
  setUp(options?: SetUpOptions): Promise<void>;

  /**
   * Deletes expired values and counters, in order of expiry. Nothing else deletes them: call it about once a minute.
   *
   * @param limit the maximum number to delete; default 1,000
   * @returns the number of deleted values and counters
   */
  sweep(limit?: number): Promise<number>;
}

type Row = Readonly<Record<string, unknown>>;

const TABLE = /^[a-z_][a-z\d_]{0,50}(?:\.[a-z_][a-z\d_]{0,50})?$/;

const declaredSetUp = options<SetUpOptions>()('setUp', { unlogged: or(boolean, false) });
const declared = options<PostgresStoreOptions>()('postgresStore', {
  table: or(
    rule(
      (table) => typeof table === 'string' && TABLE.test(table),
      'a name of lower-case letters, digits and _',
    ),
    'mortise_store',
  ),
  timeout: or(integer(1, LONGEST_TIMER), 1_000),
  maxBytes: or(integer(0), DEFAULT_MAX_BYTES),
});

/**
 * Creates a store in a table of PostgreSQL (tested with 15) or PGlite. Each call runs one statement. Call `setUp` to
 * create the table, and `sweep` regularly.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function postgresStore(query: Query, given: PostgresStoreOptions = {}): PostgresStore {
  accepted(callable, query as never, 'postgresStore.query');
  const { table, timeout, maxBytes } = declared(given);
  return new TableStore(query, statementsFor(table), timeout, maxBytes);
}

/** PostgreSQL's error code for a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

class TableStore implements PostgresStore {
  readonly #query: Query;
  readonly #statements: Statements;
  readonly #timeout: number;
  readonly #maxBytes: number;
  #closed = false;

  constructor(query: Query, statements: Statements, timeout: number, maxBytes: number) {
    this.#query = query;
    this.#statements = statements;
    this.#timeout = timeout;
    this.#maxBytes = maxBytes;
  }

  async setUp(options?: SetUpOptions): Promise<void> {
    const { unlogged } = declaredSetUp(options);
    const { createTable, createUnloggedTable, createIndex } = this.#statements;
    for (const sql of [unlogged ? createUnloggedTable : createTable, createIndex]) {
      // If two processes create the table at the same time, one fails, and finds the table when it retries.
      await this.#rows(sql, []).catch(() => this.#rows(sql, []));
    }
  }

  async sweep(limit = 1_000): Promise<number> {
    accepted(integer(1), limit, 'sweep.limit');
    return (await this.#rows(this.#statements.sweep, [limit])).length;
  }

  async get(key: string): Promise<StoredValue | null> {
    checkKey(key);
    const [row] = await this.#rows(this.#statements.get, [`v${key}`]);
    if (row === undefined) return null;
    const { version, value } = row;
    if (!(value instanceof Uint8Array)) throw unexpected(value, 'bytes');
    return { version: String(version), value: Uint8Array.from(value) };
  }

  async set(key: string, value: Uint8Array | string, ttl: number): Promise<string> {
    const written = this.#newValue(key, value, ttl);
    await this.#rows(this.#statements.set, written.parameters);
    return written.version;
  }

  async compareAndSet(
    key: string,
    expected: string | null,
    value: Uint8Array | string,
    ttl: number,
  ): Promise<string | null> {
    const { version, parameters } = this.#newValue(key, value, ttl);
    if (expected?.includes(NUL) === true) return null;
    const rows =
      expected === null
        ? await this.#rows(this.#statements.insert, parameters)
        : await this.#rows(this.#statements.update, [...parameters, expected]);
    return rows.length === 1 ? version : null;
  }

  async delete(key: string, expected?: string): Promise<boolean> {
    checkKey(key);
    if (expected?.includes(NUL) === true) return false;
    const rows =
      expected === undefined
        ? await this.#rows(this.#statements.delete, [`v${key}`])
        : await this.#rows(this.#statements.deleteVersion, [`v${key}`, expected]);
    return rows.length === 1;
  }

  async touch(key: string, ttl: number): Promise<boolean> {
    checkKey(key);
    checkTtl(ttl);
    return (await this.#rows(this.#statements.touch, [`v${key}`, ttl])).length === 1;
  }

  async increment(key: string, by: number, ttl: number): Promise<CounterState> {
    checkKey(key);
    checkStep(by);
    checkTtl(ttl);
    const { add, takeAway } = this.#statements;
    const [row] =
      by > 0
        ? await this.#rows(add, [`c${key}`, by, ttl])
        : await this.#rows(takeAway, [`c${key}`, by]);
    if (row === undefined) return { value: 0, expiresIn: ttl };
    const { count, left } = row;
    if (typeof count !== 'number' || typeof left !== 'number') throw unexpected(count, 'a number');
    return { value: count, expiresIn: Math.max(0, Math.ceil(left)) };
  }

  close(): Promise<void> {
    this.#closed = true;
    return Promise.resolve();
  }

  #newValue(
    key: string,
    value: Uint8Array | string,
    ttl: number,
  ): { readonly version: string; readonly parameters: (string | number | Uint8Array)[] } {
    checkKey(key);
    checkTtl(ttl);
    const version = newVersion();
    return { version, parameters: [`v${key}`, version, valueBytes(value, this.#maxBytes), ttl] };
  }

  #rows(sql: string, parameters: (string | number | Uint8Array)[]): Promise<readonly Row[]> {
    if (this.#closed) return Promise.reject(StoreError.unavailable('the store is closed'));
    return withinTimeout(() => this.#queried(sql, parameters), this.#timeout);
  }

  async #queried(
    sql: string,
    parameters: (string | number | Uint8Array)[],
  ): Promise<readonly Row[]> {
    let rows: unknown;
    try {
      rows = await this.#query(sql, parameters);
    } catch (error) {
      if ((Object(error) as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
      throw StoreError.unavailable('the store table does not exist; call setUp()', error);
    }
    if (!Array.isArray(rows)) throw unexpected(rows, 'a list of rows');
    return rows as readonly Row[];
  }
}

function unexpected(value: unknown, expected: string): StoreError {
  return StoreError.unavailable(
    `unexpected result: received ${kindOf(value)}; expected ${expected}: query must return rows as objects, bytea as bytes`,
  );
}
