import { brand, CodedError, HTTP_ERROR, quote } from '@mortise/base';
import type { MessageErrorCode, MessageErrorInterface } from '@mortise/http-message';

/** Optional parts of an error, besides its code, its message and the refused value. */
export interface MessageErrorOptions {
  /** The underlying error. */
  readonly cause?: unknown;
  /** 400 if a client sent the value. */
  readonly status?: number;
}

/** Why a value or a state was refused. `code` is stable; `message` is human-readable. */
export class MessageError extends CodedError<MessageErrorCode> implements MessageErrorInterface {
  readonly value: unknown;
  declare readonly status?: number;

  constructor(
    code: MessageErrorCode,
    message: string,
    value?: unknown,
    options: MessageErrorOptions = {},
  ) {
    super(code, message, 'cause' in options ? { cause: options.cause } : undefined);
    this.value = value;
    if (options.status !== undefined) this.status = options.status;
  }

  static {
    brand(this, '@mortise/message-plain/MessageError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/** Creates the error for a refused value, which its message quotes. */
export function refusal(
  code: MessageErrorCode,
  problem: string,
  value: unknown,
  options?: MessageErrorOptions,
): MessageError {
  return new MessageError(code, `${problem}: ${quote(value)}`, value, options);
}
