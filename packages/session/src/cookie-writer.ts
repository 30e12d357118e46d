import { quote, warnOnce } from '@mortise/base';
import { isDevelopment, remoteAddress } from '@mortise/base/message';
import { setCookieValue } from '@mortise/cookies';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { sessionCookie } from './session-cookie-options.js';
import { SessionError } from './session-error.js';

/** Hosts on which browsers keep `Secure` cookies over http. */
const LOCAL = /(?:^|\.)localhost$|^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^\[::1\]$/;
const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;

const KEEPING =
  'Use https. If a proxy terminates TLS, set the option trustProxy of serve. On your own machine, open the page at localhost.';

/** Milliseconds; a shorter `idleTtl` is usually meant in seconds. */
const SHORT = 10_000;

/** Reads and writes a session's cookie. */
export class CookieWriter {
  readonly name: string;
  readonly #secure: boolean;
  readonly #sameSite: 'Strict' | 'Lax' | 'None';
  readonly #maxAge: number | undefined;
  readonly #idleTtl: number;
  readonly #warnDropped = warnOnce('SESSION_COOKIE_DROPPED');
  readonly #warnShort = warnOnce('SESSION_SHORT');

  /**
   * @param absoluteTtl milliseconds
   * @param idleTtl milliseconds
   */
  constructor(cookie: ReturnType<typeof sessionCookie>, absoluteTtl: number, idleTtl: number) {
    const { name, secure, sameSite, persistent } = cookie;
    this.name = secure ? `__Host-${name}` : name;
    this.#idleTtl = idleTtl;
    this.#secure = secure;
    this.#sameSite = sameSite;
    this.#maxAge = persistent ? Math.ceil(absoluteTtl / 1_000) : undefined;
  }

  /**
   * @returns the value of the cookie; `undefined` if the request has none
   * @throws {SessionError} `SESSION_INSECURE` if `secure` is `false`, and the client is on another machine or its
   *   address is unknown
   */
  read(request: ServerRequestInterface): string | undefined {
    if (!this.#secure) {
      const address = remoteAddress(request);
      if (address === null || !LOOPBACK.test(address)) throw insecure(address);
    }
    return request.getCookieParams()[this.name];
  }

  /**
   * In development, prints a warning if browsers drop the cookie, or if the session seems to end too early.
   *
   * @param value `null` deletes the cookie
   * @returns the value of a Set-Cookie header
   */
  write(request: ServerRequestInterface, value: string | null): string {
    if (value !== null && isDevelopment(request)) this.#warn(request);
    return setCookieValue(this.name, value ?? '', {
      path: '/',
      httpOnly: true,
      secure: this.#secure,
      sameSite: this.#sameSite,
      maxAge: value === null ? 0 : this.#maxAge,
    });
  }

  #warn(request: ServerRequestInterface): void {
    if (this.#idleTtl < SHORT) {
      this.#warnShort(
        `a session ends after ${this.#idleTtl} milliseconds without a request`,
        'idleTtl is in milliseconds: for an hour, write idleTtl: 60 * 60 * 1_000.',
      );
    }
    if (!this.#secure) return;
    const uri = request.getUri();
    const host = uri.getHost();
    if (uri.getScheme() === 'http' && !LOCAL.test(host)) {
      const reason = `it is Secure, and ${quote(host)} is reached over http`;
      this.#warnDropped(`browsers drop the session's cookie: ${reason}`, KEEPING);
    }
  }
}

function insecure(address: string | null): SessionError {
  const where =
    address === null
      ? "the client address is unknown (set clientOf of toFetchHandler; behind a proxy on a Unix socket, set trustProxy: ['unix']; in tests, use inProcess from mortise/testing)"
      : `the request comes from ${quote(address)}, not from this machine`;
  return new SessionError(
    'SESSION_INSECURE',
    `cookie.secure is false, and ${where}; use this in development only, and https everywhere else`,
  );
}
