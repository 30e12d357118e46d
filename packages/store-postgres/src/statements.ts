/** The SQL statements of a store on one table. Each comment lists the parameters in order. */
export interface Statements {
  readonly createTable: string;
  readonly createUnloggedTable: string;
  readonly createIndex: string;
  /** Limit. */
  readonly sweep: string;
  /** Name. */
  readonly get: string;
  /** Name, version, value, time to live. */
  readonly set: string;
  /** Name, version, value, time to live: only if the name is absent. */
  readonly insert: string;
  /** Name, version, value, time to live, expected version. */
  readonly update: string;
  /** Name. */
  readonly delete: string;
  /** Name, expected version. */
  readonly deleteVersion: string;
  /** Name, time to live. */
  readonly touch: string;
  /** Name, positive amount to add, time to live. */
  readonly add: string;
  /** Name, amount to add: 0 or less. */
  readonly takeAway: string;
}

/**
 * Returns the statements for a table. A row is a value (its name begins with `v`) or a counter (`c`). They read the
 * server's clock with `clock_timestamp()`, because `now()` is the time at which the transaction began.
 *
 * @param name the checked name of the table: `name` or `schema.name`. It can be a reserved word, such as `user`.
 */
export function statementsFor(name: string): Statements {
  const table = name.replace(/[^.]+/g, '"$&"');
  const index = `"${name.replace(/^.*\./, '')}_end"`;
  const columns = `name text COLLATE "C" PRIMARY KEY, version text NOT NULL, value bytea NOT NULL, count bigint NOT NULL, expires_at timestamptz NOT NULL`;
  const returning = `RETURNING count::float8 AS count, extract(epoch FROM expires_at - clock_timestamp())::float8 * 1000 AS left`;
  const insertValue = `INSERT INTO ${table} AS t (name, version, value, count, expires_at)
    VALUES ($1, $2, $3, 0, ${after('$4')}) ON CONFLICT (name) DO UPDATE
    SET version = excluded.version, value = excluded.value, expires_at = excluded.expires_at`;
  return {
    createTable: `CREATE TABLE IF NOT EXISTS ${table} (${columns})`,
    createUnloggedTable: `CREATE UNLOGGED TABLE IF NOT EXISTS ${table} (${columns})`,
    createIndex: `CREATE INDEX IF NOT EXISTS ${index} ON ${table} (expires_at)`,
    // Skips rows that another process is deleting or writing.
    sweep: `DELETE FROM ${table} WHERE name IN (
      SELECT name FROM ${table} WHERE expires_at <= clock_timestamp()
      ORDER BY expires_at LIMIT $1::int FOR UPDATE SKIP LOCKED) RETURNING 1`,
    get: `SELECT version, value FROM ${table} WHERE name = $1 AND expires_at > clock_timestamp()`,
    set: insertValue,
    insert: `${insertValue} WHERE t.expires_at <= clock_timestamp() RETURNING 1`,
    update: `UPDATE ${table} SET version = $2, value = $3, expires_at = ${after('$4')}
      WHERE name = $1 AND version = $5 AND expires_at > clock_timestamp() RETURNING 1`,
    delete: `DELETE FROM ${table} WHERE name = $1 AND expires_at > clock_timestamp() RETURNING 1`,
    deleteVersion: `DELETE FROM ${table}
      WHERE name = $1 AND version = $2 AND expires_at > clock_timestamp() RETURNING 1`,
    touch: `UPDATE ${table} SET expires_at = ${after('$2')}
      WHERE name = $1 AND expires_at > clock_timestamp() RETURNING 1`,
    // Read the clock only once to decide whether the counter has expired: it advances between two readings.
    add: `INSERT INTO ${table} AS t (name, version, value, count, expires_at)
      VALUES ($1, '', '', $2::bigint, ${after('$3')}) ON CONFLICT (name) DO UPDATE
      SET (count, expires_at) = (
        SELECT CASE WHEN live THEN t.count ELSE 0 END + excluded.count,
               CASE WHEN live THEN t.expires_at ELSE excluded.expires_at END
        FROM (SELECT t.expires_at > clock_timestamp() AS live OFFSET 0) AS state)
      ${returning}`,
    takeAway: `UPDATE ${table} SET count = greatest(0, count + $2::bigint)
      WHERE name = $1 AND expires_at > clock_timestamp() ${returning}`,
  };
}

/** @param parameter milliseconds */
function after(parameter: string): string {
  return `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;
}
