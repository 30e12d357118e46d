import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Stable codes that say why a session refused a value or a call. */
export type SessionCode =
  | 'SESSION_COMMITTED'
  | 'SESSION_CONFLICT'
  | 'SESSION_INSECURE'
  | 'SESSION_MISSING'
  | 'SESSION_TOO_LARGE'
  | 'SESSION_VALUE_INVALID';

/** Thrown by sessions. The status is 503 for `SESSION_CONFLICT`, otherwise 500. */
export class SessionError extends CodedError<SessionCode> {
  readonly status: number;

  constructor(code: SessionCode, message: string) {
    super(code, message);
    this.status = code === 'SESSION_CONFLICT' ? 503 : 500;
  }

  static {
    brand(this, '@mortise/session/SessionError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
