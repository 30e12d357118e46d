/** Bytes of data in one notification: 7,800 in Base64, and a payload has less than 8,000 with the ids. */
const PART = 5_850;

/** The statements of a bus on the tables of one name. */
export interface Statements {
  readonly setUp: string;
  readonly setUpUnlogged: string;
  /** The schema in which the tables are found. */
  readonly schema: string;
  /** Topic, data, how many to keep, message id (`''`: none). */
  readonly publish: string;
  /** Topic, id, limit. */
  readonly after: string;
  /** Topic, how many. Each row has the position too, the only one of a topic without messages. */
  readonly latest: string;
  /** Milliseconds. */
  readonly sweep: string;
}

/**
 * An id is the server's clock in microseconds, or the last one plus 1: as text 18 digits, 0 as `''`.
 *
 * @param table a checked name, the beginning of those of three tables and a function
 */
export function statementsFor(table: string): Statements {
  const columns = `${idText('id')} AS id, ${idText('previous')} AS previous, data`;
  return {
    setUp: setUp(table, 'TABLE'),
    setUpUnlogged: setUp(table, 'UNLOGGED TABLE'),
    schema: `${schemaOf(table)} AS schema`,
    publish: `SELECT ${table}_publish($1::text, $2::bytea, $3::int, $4::text) AS id`,
    after: `SELECT ${columns} FROM ${table}_messages AS m
      WHERE topic = $1 AND m.id > $2::bigint ORDER BY m.id LIMIT $3::int`,
    // One statement, so that a message published in between is either in both or in none.
    latest: `SELECT position.last, newest.* FROM
      (SELECT coalesce((SELECT ${idText('last')} FROM ${table}_topics WHERE topic = $1), '') AS last) AS position
      LEFT JOIN LATERAL (SELECT ${columns} FROM ${table}_messages AS m
        WHERE topic = $1 ORDER BY m.id DESC LIMIT $2::int) AS newest ON true ORDER BY newest.id`,
    sweep: `WITH swept AS (DELETE FROM ${table}_topics
      WHERE touched_at <= clock_timestamp() - $1::float8 * interval '1 millisecond' RETURNING topic),
      messages AS (DELETE FROM ${table}_messages WHERE topic IN (SELECT topic FROM swept))
      SELECT topic FROM swept`,
  };
}

function idText(column: string): string {
  return `CASE WHEN ${column} = 0 THEN '' ELSE lpad(${column}::text, 18, '0') END`;
}

/** Channels belong to the whole database, and tables to a schema, which `search_path` can choose. */
function schemaOf(table: string): string {
  const oid = `'${table}_topics'::regclass`;
  return `SELECT (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = ${oid})`;
}

/** One block is one transaction. With the lock, processes that start at the same time wait for each other. */
function setUp(table: string, kind: string): string {
  const name = table.replace(/^.*\./, '');
  return `DO $setup$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('${table}'));
    CREATE ${kind} IF NOT EXISTS ${table}_topics (topic text COLLATE "C" PRIMARY KEY,
      last bigint NOT NULL, count bigint NOT NULL, touched_at timestamptz NOT NULL);
    CREATE ${kind} IF NOT EXISTS ${table}_messages (topic text COLLATE "C" NOT NULL, id bigint NOT NULL,
      previous bigint NOT NULL, number bigint NOT NULL, data bytea NOT NULL, PRIMARY KEY (topic, id));
    CREATE INDEX IF NOT EXISTS ${name}_number ON ${table}_messages (topic, number);
    CREATE ${kind} IF NOT EXISTS ${table}_ids (topic text COLLATE "C" NOT NULL, message_id text COLLATE "C" NOT NULL,
      id bigint NOT NULL, published_at timestamptz NOT NULL, PRIMARY KEY (topic, message_id));
    CREATE INDEX IF NOT EXISTS ${name}_published ON ${table}_ids (published_at);
    ${publishFunction(table)}
  END $setup$`;
}

/**
 * A function, because each of its statements sees what was committed before it: those of one statement would see what
 * was committed before it waited for the row of the topic. That row is the lock that makes ids grow in the order of
 * commits.
 */
function publishFunction(table: string): string {
  return `CREATE OR REPLACE FUNCTION ${table}_publish(of_topic text, bytes bytea, keep int, given_id text)
    RETURNS text LANGUAGE plpgsql AS $publish$
    DECLARE
      new_id bigint := 0; last_id bigint := 0; number_before bigint; known bigint;
      parts int := greatest(1, ceil(length(bytes) / ${PART}.0));
      -- Of equal notifications of one transaction the server sends only one.
      mark text := floor(random() * 1e15)::bigint::text;
      name text := (${schemaOf(table)}) || '.${table.replace(/^.*\./, '')}:' || of_topic;
      channel text := 'm_' || left(encode(sha256(convert_to(name, 'UTF8')), 'hex'), 32);
    BEGIN
      IF keep > 0 OR given_id <> '' THEN
        LOOP
          INSERT INTO ${table}_topics VALUES (of_topic, 0, 0, clock_timestamp()) ON CONFLICT DO NOTHING;
          SELECT last, count INTO last_id, number_before FROM ${table}_topics WHERE topic = of_topic FOR UPDATE;
          EXIT WHEN FOUND;
        END LOOP;
      END IF;
      IF given_id <> '' THEN
        SELECT id INTO known FROM ${table}_ids WHERE topic = of_topic AND message_id = given_id
          AND published_at > clock_timestamp() - interval '60 s';
        IF FOUND THEN RETURN ${idText('known')}; END IF;
      END IF;
      IF keep > 0 THEN
        new_id := greatest(last_id + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
        UPDATE ${table}_topics SET last = new_id, count = number_before + 1, touched_at = clock_timestamp()
          WHERE topic = of_topic;
        INSERT INTO ${table}_messages VALUES (of_topic, new_id, last_id, number_before + 1, bytes);
        DELETE FROM ${table}_messages WHERE topic = of_topic AND number <= number_before + 1 - keep;
      ELSE
        last_id := 0;
      END IF;
      IF given_id <> '' THEN
        DELETE FROM ${table}_ids WHERE (topic, message_id) IN (SELECT topic, message_id FROM ${table}_ids
          WHERE published_at <= clock_timestamp() - interval '60 s' LIMIT 100 FOR UPDATE SKIP LOCKED);
        INSERT INTO ${table}_ids VALUES (of_topic, given_id, new_id, clock_timestamp())
          ON CONFLICT (topic, message_id) DO UPDATE SET id = excluded.id, published_at = excluded.published_at;
      END IF;
      FOR part IN 1..parts LOOP
        PERFORM pg_notify(channel, new_id || ' ' || last_id || ' ' || mark || ' ' || part || ' ' || parts || ' '
          || replace(encode(substr(bytes, (part - 1) * ${PART} + 1, ${PART}), 'base64'), E'\\n', ''));
      END LOOP;
      RETURN ${idText('new_id')};
    END $publish$;`;
}
