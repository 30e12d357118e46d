import { brand, CodedError, hideValue, HTTP_ERROR, kindOf, quote } from '@mortise/base';
import type { MessageErrorCode, MessageErrorInterface } from '@mortise/http-message';

/** Optional members of a {@link MessageError}. */
export interface MessageErrorOptions {
  /** The underlying error. */
  readonly cause?: unknown;
  /** The status to respond with: 400 if the client sent the value. Default: none. */
  readonly status?: number | undefined;
}

/**
 * The error that messages, URIs, streams and uploads throw or reject with. `code` is stable; `message` is
 * human-readable.
 */
export class MessageError extends CodedError<MessageErrorCode> implements MessageErrorInterface {
  declare readonly value: unknown;
  declare readonly status?: number;

  constructor(
    code: MessageErrorCode,
    message: string,
    value?: unknown,
    options: MessageErrorOptions = {},
  ) {
    super(code, message, 'cause' in options ? { cause: options.cause } : undefined);
    hideValue(this, value);
    if (options.status !== undefined) this.status = options.status;
  }

  static {
    brand(this, '@mortise/message-plain/MessageError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/** The codes of values that are not quoted, because text can be a body or contain a query. */
const UNQUOTED: readonly MessageErrorCode[] = [
  'PARSED_BODY_INVALID',
  'STREAM_NOT_READABLE',
  'TARGET_INVALID',
];

/** Creates the error for a rejected value, which is quoted in its message unless it can be a secret. */
export function refusal(
  code: MessageErrorCode,
  problem: string,
  value: unknown,
  options?: MessageErrorOptions,
): MessageError {
  const shown = UNQUOTED.includes(code) ? kindOf(value) : quote(value);
  return new MessageError(code, `${problem}: ${shown}`, value, options);
}
