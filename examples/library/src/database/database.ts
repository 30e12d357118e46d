/** Runs one statement; `$1`, `$2`, ... are replaced by the parameters. Rows are objects, `bytea` is bytes. */
export type Query = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<readonly Row[]>;

/** What the library needs from PostgreSQL: the same SQL runs embedded and on a server. */
export interface Database {
  /** Where the rows are stored, human-readable: a folder, or a server without its password. */
  readonly description: string;

  readonly query: Query;

  /** Runs several statements in one transaction: all of them, or none if `work` fails. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;

  close(): Promise<void>;
}
