import { HTTP_ERROR } from '@mortise/base';
import type { MessageErrorCode, MessageErrorInterface } from '@mortise/http-message';

const BRAND = Symbol.for('@mortise/message-plain.MessageError');

/** What an error may carry besides its code, its message and the refused value. */
export interface MessageErrorOptions {
  readonly cause?: unknown;
  /** 400 when the value came over the wire. */
  readonly status?: number;
}

/** Why a value or a state was refused. `code` is stable; `message` is human-readable. */
export class MessageError extends Error implements MessageErrorInterface {
  override readonly name = 'MessageError';
  readonly code: MessageErrorCode;
  readonly value: unknown;
  declare readonly status?: number;

  constructor(
    code: MessageErrorCode,
    message: string,
    value?: unknown,
    options: MessageErrorOptions = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.value = value;
    if (options.status !== undefined) this.status = options.status;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** By brand, so that the ESM and the CommonJS copy of this package know each other's errors. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/** The error for a refused value, which its message quotes, cut at 80 characters. */
export function refusal(
  code: MessageErrorCode,
  problem: string,
  value: unknown,
  options?: MessageErrorOptions,
): MessageError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : typeof value;
  return new MessageError(code, `${problem}: ${shown.slice(0, 80)}`, value, options);
}
