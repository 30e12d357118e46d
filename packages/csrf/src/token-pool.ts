import type { SessionInterface } from '@mortise/session';

/** How the tokens of a session are created and checked. */
export interface TokenPool {
  /** Whether each token is valid for one request. */
  readonly isOneUse: boolean;

  /** Creates the value of a token that {@link isValid} accepts from then on. */
  create(session: SessionInterface): string;

  /** Whether a value from a client is that of a token of the session. */
  isValid(session: SessionInterface, value: unknown): boolean;

  /** Notes that a valid value was sent. */
  use(session: SessionInterface, value: string): void;
}
