/** What the library needs from PostgreSQL: the same SQL runs embedded and on a server. */
export interface Database {
  /** Where the rows are stored, human-readable: a folder, or a server without its password. */
  readonly description: string;

  /** Runs one statement; `$1`, `$2`, ... are replaced by the parameters. */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<readonly Row[]>;

  /** Runs several statements in one transaction: all of them, or none if `work` fails. */
  transaction<Result>(work: (query: Database['query']) => Promise<Result>): Promise<Result>;

  close(): Promise<void>;
}
