import { HTTP_ERROR } from '@mortise/base';
import type { MessageErrorCode, MessageErrorInterface } from '@mortise/http-message';

const BRAND = Symbol.for('@mortise/message/MessageError');

/** What everything in this package throws, and rejects with. `code` is stable; `message` is human-readable. */
export class MessageError extends Error implements MessageErrorInterface {
  override readonly name = 'MessageError';
  readonly code: MessageErrorCode;
  readonly value: unknown;
  declare readonly status?: number;
  readonly [BRAND] = true;

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
    super(value === undefined ? rule : `${rule}, not ${shown(value)}`, cause);
    this.code = code;
    this.value = value;
    if (status !== undefined) this.status = status;
  }

  /** True for an error of any copy of this package, also its CommonJS one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : describe(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function describe(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? Object.prototype.toString.call(value)
    : String(value);
}
