import type { SessionInterface } from '@mortise/session';

/** Creates and checks the tokens of sessions. */
export interface TokenPool {
  /** Whether each token is valid for one request. */
  readonly isOneUse: boolean;

  /** Creates the value of a token that {@link isValid} then accepts. */
  create(session: SessionInterface): string;

  /** Whether a value from a client is a valid token of the session. */
  isValid(session: SessionInterface, value: unknown): boolean;

  /** Records that a valid token was sent, so that a one-use token becomes invalid. */
  use(session: SessionInterface, value: string): void;
}
