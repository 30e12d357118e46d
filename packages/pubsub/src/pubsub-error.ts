import { brand, CodedError, hideValue, HTTP_ERROR, OUTAGE } from '@mortise/base';

/** Why a bus refused an argument or failed: stable, for programs. */
export type PubSubCode =
  | 'PUBSUB_MESSAGE_INVALID'
  | 'PUBSUB_MESSAGE_TOO_LARGE'
  | 'PUBSUB_TOPIC_INVALID'
  | 'PUBSUB_UNAVAILABLE';

/**
 * The error that a bus rejects with. `code` is stable; `message` is human-readable and, because the status is 500 or
 * above, not shown to clients.
 */
export class PubSubError extends CodedError<PubSubCode> {
  /** 503 for `PUBSUB_UNAVAILABLE`, otherwise 500. */
  readonly status: number;

  /** The refused value, or its length; `undefined` if there is none. */
  declare readonly value: unknown;

  constructor(
    code: PubSubCode,
    message: string,
    facts: { readonly value?: unknown; readonly cause?: unknown } = {},
  ) {
    super(code, message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.status = code === 'PUBSUB_UNAVAILABLE' ? 503 : 500;
    hideValue(this, facts.value);
  }

  static {
    brand(this, '@mortise/pubsub/PubSubError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  get [OUTAGE](): boolean {
    return this.code === 'PUBSUB_UNAVAILABLE';
  }

  /** Creates the error of a server that failed. @param cause the error of the client library */
  static unavailable(message: string, cause?: unknown): PubSubError {
    return new PubSubError('PUBSUB_UNAVAILABLE', message, cause === undefined ? {} : { cause });
  }
}
