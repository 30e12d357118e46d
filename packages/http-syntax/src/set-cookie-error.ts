/** Which part of a cookie cannot be sent. */
export type SetCookieCode =
  | 'COOKIE_NAME'
  | 'COOKIE_VALUE'
  | 'COOKIE_DOMAIN'
  | 'COOKIE_PATH'
  | 'COOKIE_EXPIRES'
  | 'COOKIE_MAX_AGE'
  | 'COOKIE_SAME_SITE'
  | 'COOKIE_PREFIX'
  | 'COOKIE_PARTITIONED';

const BRAND = Symbol.for('@mortise/http-syntax/SetCookieError');

/** A cookie that must not be sent as requested. `code` is stable; `message` is human-readable. */
export class SetCookieError extends TypeError {
  override readonly name = 'SetCookieError';
  readonly code: SetCookieCode;
  /** The part at fault, as it was given. */
  readonly value: unknown;
  readonly [BRAND] = true;

  constructor(code: SetCookieCode, rule: string, value: unknown) {
    super(`${rule}, not ${shown(value)}`);
    this.code = code;
    this.value = value;
  }

  /** True for an error of any copy of this package, also its CommonJS one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
