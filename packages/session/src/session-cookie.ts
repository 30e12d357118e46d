import { quote } from '@mortise/base';
import { boolean, choice, options, or } from '@mortise/base/options';
import { setCookieValue } from '@mortise/cookies';
import type { ServerRequestInterface } from '@mortise/http-message';
import { SessionError } from './session-error.js';

/**
 * The cookie of a session. Its value is not signed: it is a random token (`session-id.ts`), which is sent when the session is
 * new, renewed or ended, or the encrypted session (`cookie-session.ts`), which is sent after each change, and without one when
 * a tenth of its idle time has passed. Its name, `Path=/` and `HttpOnly` are fixed.
 */
export interface SessionCookie {
  /**
   * Default `true`: the cookie is `__Host-session`, which browsers send only over https. `false` is for development: the
   * cookie is `session`, and requests from other machines are refused.
   */
  readonly secure?: boolean;

  /** Default `'Lax'`. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None';

  /** Whether the cookie outlives the browser window, up to the absolute end of the session; default `false`. */
  readonly persistent?: boolean;
}

/** Attributes that other libraries let you choose. */
const FOREIGN_NAMES: Readonly<Record<string, string>> = {
  name: 'no name: it is __Host-session, or session with secure: false',
  path: 'no path: it is /',
  domain: 'no domain: the cookie is sent only to this host',
  httpOnly: 'no httpOnly: scripts can never read it',
  signed: 'no signed: the value cannot be guessed',
  maxAge: 'persistent: true; absoluteTtl sets the lifetime',
  expires: 'persistent: true; absoluteTtl sets the lifetime',
};

/** The options of {@link SessionCookie}. */
export const sessionCookie = options<SessionCookie>()(
  'cookie',
  {
    secure: or(boolean, true),
    sameSite: or(choice('Strict', 'Lax', 'None'), 'Lax'),
    persistent: or(boolean, false),
  },
  FOREIGN_NAMES,
);

const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;

/** Reads and writes the cookie of sessions by checked options. */
export class CookieWriter {
  readonly name: string;
  readonly #secure: boolean;
  readonly #sameSite: 'Strict' | 'Lax' | 'None';
  readonly #maxAge: number | undefined;

  /** @param absoluteTtl milliseconds */
  constructor(cookie: ReturnType<typeof sessionCookie>, absoluteTtl: number) {
    const { secure, sameSite, persistent } = cookie;
    this.name = secure ? '__Host-session' : 'session';
    this.#secure = secure;
    this.#sameSite = sameSite;
    this.#maxAge = persistent ? Math.ceil(absoluteTtl / 1_000) : undefined;
  }

  /**
   * @returns the value of the cookie; `undefined` if the request has none
   * @throws {SessionError} `SESSION_INSECURE` for an insecure cookie on another machine, or without the client's address
   */
  read(request: ServerRequestInterface): string | undefined {
    if (!this.#secure) {
      const address = request.getServerParams()['REMOTE_ADDR'];
      if (address === undefined || !LOOPBACK.test(address)) throw insecure(address);
    }
    return request.getCookieParams()[this.name];
  }

  /** @param value `null` deletes the cookie. @returns the value of a Set-Cookie header */
  write(value: string | null): string {
    return setCookieValue(this.name, value ?? '', {
      path: '/',
      httpOnly: true,
      secure: this.#secure,
      sameSite: this.#sameSite,
      maxAge: value === null ? 0 : this.#maxAge,
    });
  }
}

function insecure(address: string | undefined): SessionError {
  const where =
    address === undefined
      ? 'the address of the client is unknown (a fetch handler gets it from its option clientOf, a test from inProcess in mortise/testing)'
      : `the request comes from ${quote(address)}, not from this machine`;
  return new SessionError(
    'SESSION_INSECURE',
    `cookie.secure is false, and ${where}; use this in development only, and https everywhere else`,
  );
}
