import { kindOf } from '@mortise/base';
import {
  accepted,
  boolean,
  callable,
  integer,
  LONGEST_TIMER,
  methods,
  observer,
  options,
  or,
  rule,
  type Complete,
} from '@mortise/base/options';
import {
  LiveTopics,
  type PublishOptions,
  publishArguments,
  PubSubError,
  type PubSubInterface,
  type PubSubListener,
  type PubSubMessage,
  type PubSubSubscription,
  recentOf,
  type SubscribeOptions,
  type TopicHistory,
  withinTimeout,
} from '@mortise/pubsub';
import { MessageParts } from './message-parts.js';
import type { PostgresClient, Query } from './postgres-client.js';
import { type Statements, statementsFor } from './statements.js';

/** How a bus on PostgreSQL is set up. */
export interface PostgresPubSubOptions {
  /**
   * Prefix of its table names, or `schema.table`: lower-case letters, digits, `_`, at most 48 characters each; default
   * `'mortise_pubsub'`.
   */
  readonly table?: string | undefined;

  /**
   * Milliseconds without a response after which a call rejects with `PUBSUB_UNAVAILABLE`; default 1,000. For queued
   * subscriptions, the timer restarts with each response.
   */
  readonly timeout?: number | undefined;

  /** Milliseconds between two checks of the connection and of each topic's last message; default 10,000. */
  readonly checkInterval?: number | undefined;

  /**
   * Called with what a listener throws, and, once for each loss of the connection, with the reason why it cannot be
   * opened again. Default: writes it to the console.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** How the tables of a bus are created. */
export interface SetUpOptions {
  /**
   * Makes publishing cheaper, but a server crash empties the history: subscribers get a gap. Existing tables do not
   * change. Default `false`.
   */
  readonly unlogged?: boolean | undefined;
}

/** A bus on PostgreSQL, with methods for its tables and for transactions. */
export interface PostgresPubSub extends PubSubInterface {
  /**
   * Creates the tables and the function unless they exist; several processes can do so concurrently.
   *
   * @throws {OptionError} as a rejection
   */
  setUp(options?: SetUpOptions): Promise<void>;

  /**
   * Deletes topics without a message for a while, with their messages. Nothing else deletes a topic.
   *
   * @param maxAge milliseconds; default 86,400,000, a day
   * @returns the number of deleted topics
   */
  sweep(maxAge?: number): Promise<number>;

  /**
   * Publishes when the transaction commits, and only then. Until it ends, other publications to the topic wait, if the
   * message is kept or has a `messageId`. Transactions that publish to several topics should do so in
   * one order. Only the client's timeout applies.
   *
   * @param query runs a statement in the transaction
   */
  in(query: Query): Pick<PubSubInterface, 'publish'>;
}

type Row = Readonly<Record<string, unknown>>;

const TABLE = /^[a-z_][a-z\d_]{0,47}(?:\.[a-z_][a-z\d_]{0,47})?$/;
/** PostgreSQL's codes for a table and a function that do not exist. */
const UNDEFINED = ['42P01', '42883'];
const declaredSetUp = options<SetUpOptions>()('setUp', { unlogged: or(boolean, false) });
const declared = options<PostgresPubSubOptions>()('postgresPubSub', {
  table: or(
    rule(
      (table) => typeof table === 'string' && TABLE.test(table),
      'a name of lower-case letters, digits and _',
    ),
    'mortise_pubsub',
  ),
  timeout: or(integer(1, LONGEST_TIMER), 1_000),
  checkInterval: or(integer(1, LONGEST_TIMER), 10_000),
  onError: or(observer, console.error),
});
const clientRule = methods(
  'fromPg(pool, createClient) or fromPglite(database)',
  'query',
  'connect',
);

/**
 * Creates a bus on PostgreSQL 13 or later, or on PGlite. The kept messages are in a table, and `NOTIFY` carries all of
 * them.
 *
 * @param client from {@link fromPg} or {@link fromPglite}; it stays open when the bus is closed
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function postgresPubSub(
  client: PostgresClient,
  given: PostgresPubSubOptions = {},
): PostgresPubSub {
  accepted(clientRule, client, 'postgresPubSub.client');
  return new TablePubSub(client, declared(given));
}

class TablePubSub implements PostgresPubSub {
  readonly #client: PostgresClient;
  readonly #options: Complete<PostgresPubSubOptions>;
  readonly #statements: Statements;
  readonly #topics: LiveTopics<string>;
  #schema: Promise<string> | null = null;
  #isClosed = false;

  constructor(client: PostgresClient, options: Complete<PostgresPubSubOptions>) {
    this.#client = client;
    this.#options = options;
    this.#statements = statementsFor(options.table);
    const parts = new MessageParts();
    const server = {
      connect: (...args: Parameters<PostgresClient['connect']>) => client.connect(...args),
      channelOf: (topic: string) => this.#channelOf(topic),
      decode: (topic: string, payload: string) => parts.add(topic, payload),
      history: (topic: string) => this.#historyOf(topic),
    };
    this.#topics = new LiveTopics(server, options);
  }

  async setUp(options?: SetUpOptions): Promise<void> {
    const { unlogged } = declaredSetUp(options);
    const { setUp, setUpUnlogged } = this.#statements;
    await this.#rows(unlogged ? setUpUnlogged : setUp, []);
  }

  async sweep(maxAge = 86_400_000): Promise<number> {
    accepted(integer(0), maxAge, 'sweep.maxAge');
    return (await this.#rows(this.#statements.sweep, [maxAge])).length;
  }

  async publish(
    topic: string,
    data: Uint8Array | string,
    options?: PublishOptions,
  ): Promise<string> {
    return this.#publish((...args) => this.#rows(...args), topic, data, options);
  }

  in(query: Query): Pick<PubSubInterface, 'publish'> {
    accepted(callable, query, 'in.query');
    return {
      publish: async (topic, data, options) =>
        this.#publish((...args) => rowsOf(query, ...args), topic, data, options),
    };
  }

  async subscribe(
    topic: string,
    listener: PubSubListener,
    options?: SubscribeOptions,
  ): Promise<PubSubSubscription> {
    const recent = recentOf(topic, listener, options);
    this.#assertOpen();
    return this.#topics.subscribe(topic, listener, recent);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#topics.close();
  }

  async #publish(
    rows: (sql: string, parameters: Parameters<Query>[1]) => Promise<readonly Row[]>,
    topic: string,
    data: Uint8Array | string,
    options?: PublishOptions,
  ): Promise<string> {
    const { bytes, keep, messageId } = publishArguments(topic, data, options);
    const [row] = await rows(this.#statements.publish, [topic, bytes, keep, messageId]);
    return String(row?.['id']);
  }

  /** The name for `LISTEN`: topics are longer than names, and are compared with their case. */
  async #channelOf(topic: string): Promise<string> {
    this.#schema ??= this.#findSchema();
    const schema = await this.#schema.catch((error: unknown) => {
      this.#schema = null;
      throw error;
    });
    const table = this.#options.table.replace(/^.*\./, '');
    const bytes = new TextEncoder().encode(`${schema}.${table}:${topic}`);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const hex = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0'));
    return `m_${hex.join('')}`;
  }

  async #findSchema(): Promise<string> {
    const [row] = await this.#rows(this.#statements.schema, []);
    if (typeof row?.['schema'] !== 'string') throw unexpected(row, 'a row with the schema');
    return row['schema'];
  }

  #historyOf(topic: string): TopicHistory {
    const { after, latest } = this.#statements;
    return {
      after: async (id, limit) => {
        const rows = await this.#rows(after, [topic, id === '' ? '0' : id, limit]);
        return rows.map((row) => messageOf(topic, row));
      },
      latest: async (count) => {
        const rows = await this.#rows(latest, [topic, count]);
        const found = rows.filter((row) => row['id'] !== null);
        return {
          messages: found.map((row) => messageOf(topic, row)),
          last: rows[0]?.['last'] as string,
        };
      },
    };
  }

  async #rows(sql: string, parameters: Parameters<Query>[1]): Promise<readonly Row[]> {
    this.#assertOpen();
    return withinTimeout(() => rowsOf(this.#client.query, sql, parameters), this.#options.timeout);
  }

  #assertOpen(): void {
    if (this.#isClosed) throw PubSubError.unavailable('the bus is closed');
  }
}

async function rowsOf(
  query: Query,
  sql: string,
  parameters: Parameters<Query>[1],
): Promise<readonly Row[]> {
  let rows: unknown;
  try {
    rows = await query(sql, parameters);
  } catch (error) {
    const isMissing = UNDEFINED.includes(String((Object(error) as { code?: unknown }).code));
    const message = isMissing
      ? 'the bus tables do not exist; call setUp()'
      : 'the bus server failed';
    throw PubSubError.unavailable(message, error);
  }
  if (!Array.isArray(rows)) throw unexpected(rows, 'a list of rows');
  return rows as readonly Row[];
}

function messageOf(topic: string, { id, previous, data }: Row): PubSubMessage {
  if (!(data instanceof Uint8Array)) throw unexpected(data, 'bytes');
  return { topic, id: String(id), previous: String(previous), data: Uint8Array.from(data) };
}

function unexpected(value: unknown, expected: string): PubSubError {
  return PubSubError.unavailable(
    `unexpected result: received ${kindOf(value)}; expected ${expected}: query must return rows as objects, bytea as bytes`,
  );
}
