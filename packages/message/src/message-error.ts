import { brand, CodedError, hideValue, HTTP_ERROR, kindOf, quote } from '@mortise/base';
import type { MessageErrorCode, MessageErrorInterface } from '@mortise/http-message';

/** Optional members of a {@link MessageError}. */
export interface MessageErrorOptions {
  /** The status to respond with: 400 if the client sent the value, 503 if storage is full. Default: none. */
  readonly status?: number | undefined;
  /** The underlying error. */
  readonly cause?: unknown;
}

/**
 * The error that messages, URIs, streams, uploads and storage throw or reject with. `code` is stable; `message` is
 * human-readable.
 */
export class MessageError extends CodedError<MessageErrorCode> implements MessageErrorInterface {
  declare readonly value: unknown;
  declare readonly status?: number;

  /**
   * @param value the rejected value; `undefined` if the object's state was the reason
   * @param options `status` if the client caused the error or it is temporary, `cause` if there is an underlying error
   */
  constructor(
    code: MessageErrorCode,
    message: string,
    value?: unknown,
    options: MessageErrorOptions = {},
  ) {
    const { status, ...cause } = options;
    super(code, message, cause);
    hideValue(this, value);
    if (status !== undefined) this.status = status;
  }

  static {
    brand(this, '@mortise/message/MessageError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/** Refused text with these codes can be a secret: a body, or the query of a target. */
const SECRET = new Set<MessageErrorCode>([
  'PARSED_BODY_INVALID',
  'STREAM_NOT_READABLE',
  'TARGET_INVALID',
]);

/** Creates the error for a rejected value: `invalid status code: received 99; expected ...`. */
export function invalid(
  code: MessageErrorCode,
  what: string,
  expected: string,
  value: unknown,
  options?: MessageErrorOptions,
): MessageError {
  const shown = SECRET.has(code) ? kindOf(value) : quote(value);
  return new MessageError(
    code,
    `invalid ${what}: received ${shown}; expected ${expected}`,
    value,
    options,
  );
}
