import { brand, CodedError, HTTP_ERROR, quote } from '@mortise/base';
import type { MessageErrorCode, MessageErrorInterface } from '@mortise/http-message';

/** What everything in this package throws, and rejects with. `code` is stable; `message` is human-readable. */
export class MessageError extends CodedError<MessageErrorCode> implements MessageErrorInterface {
  readonly value: unknown;
  declare readonly status?: number;

  /**
   * @param rule what was expected; the value that was refused is added when there is one
   * @param options `status` when the value came over the wire, `cause` when another error is behind it
   */
  constructor(
    code: MessageErrorCode,
    rule: string,
    value?: unknown,
    options: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    const { status, ...cause } = options;
    super(code, value === undefined ? rule : `${rule}, not ${quote(value)}`, cause);
    this.value = value;
    if (status !== undefined) this.status = status;
  }

  static {
    brand(this, '@mortise/message/MessageError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
