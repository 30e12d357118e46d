import { boolean, choice, options, or, rule } from '@mortise/base/options';

/**
 * Attributes of a session's cookie. With `session`, the cookie contains a random token, and is sent when the session is
 * created, renewed or ended. With `cookieSession`, it contains the encrypted session, and is sent after each change, or
 * if a tenth of `idleTtl` has passed. The name, `Path=/` and `HttpOnly` are fixed.
 */
export interface SessionCookie {
  /**
   * The name of the cookie, after `__Host-` unless `secure` is `false`: letters, digits, `_` and `-`. Sessions of
   * applications with one host, such as a mounted one, need different names. Default `'session'`.
   */
  readonly name?: string | undefined;

  /**
   * With `true`, the name begins with `__Host-`, and browsers send the cookie only over https. `false` is for
   * development: requests from other machines fail with `SESSION_INSECURE`. Default `true`.
   */
  readonly secure?: boolean | undefined;

  /** The `SameSite` attribute: `'Strict'`, `'Lax'` or `'None'`; default `'Lax'`. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None' | undefined;

  /** Whether the cookie survives closing the browser, for at most `absoluteTtl`; default `false`. */
  readonly persistent?: boolean | undefined;
}

/** Cookie options of other libraries, and what replaces them here. */
const FOREIGN_NAMES: Readonly<Record<string, string>> = {
  path: 'no path: it is /',
  domain: 'no domain: the cookie is sent only to this host',
  httpOnly: 'no httpOnly: scripts can never read it',
  signed: 'no signed: the value cannot be guessed',
  maxAge: 'persistent: true; absoluteTtl sets the lifetime',
  expires: 'persistent: true; absoluteTtl sets the lifetime',
};

const cookieName = rule<string>(
  (value) => typeof value === 'string' && /^(?!__)[\w-]{1,64}$/.test(value),
  '1 to 64 letters, digits, "_" and "-", without a prefix such as "__Host-"',
);

/** The rules and defaults of {@link SessionCookie}. */
export const sessionCookie = options<SessionCookie>()(
  'cookie',
  {
    name: or(cookieName, 'session'),
    secure: or(boolean, true),
    sameSite: or(choice('Strict', 'Lax', 'None'), 'Lax'),
    persistent: or(boolean, false),
  },
  FOREIGN_NAMES,
);
