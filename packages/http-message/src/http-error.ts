/**
 * An error that knows how HTTP should answer it.
 *
 * The contract is structural: whatever has a `status` from 400 to 599 is one, whichever package
 * threw it. An error handler reads it and needs no table of foreign codes.
 */
export interface HttpErrorInterface extends Error {
  /** The status to answer with: 400 to 599. */
  readonly status: number;

  /** Stable, in capitals (`'BODY_TOO_LARGE'`); `message` is for people and may change. */
  readonly code: string;

  /** Headers that belong to the answer (`Allow`, `Retry-After`), by name. */
  readonly headers?: Readonly<Record<string, string>>;
}
