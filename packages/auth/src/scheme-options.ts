import { OptionChecks } from '@mortise/base/options';
import type { AttributeKey } from '@mortise/http-message';
import { AuthOptionError } from './auth-error.js';

/** Options of every layer that reads the header `Authorization`. */
export interface SchemeOptions<U> {
  /**
   * The attribute of the user, for handlers; it determines the type of the user. Default {@link USER}. It is a value of the
   * request's lifetime too, for outer layers such as a log.
   */
  readonly user?: AttributeKey<U>;

  /** Whether a request without credentials of this scheme passes, without a user. Default `false`. */
  readonly optional?: boolean;

  /** Maximum characters of the header's value, from 1; a longer one is refused unread, with 431. Default 8,192. */
  readonly maxLength?: number;
}

/** The names of {@link SchemeOptions}. */
export const SCHEME_OPTIONS = { user: 0, optional: 0, maxLength: 0 } as const;
/** Checks the options of this package. */
export const checks = new OptionChecks(AuthOptionError);
const REALM = /^[ -~]{1,128}$/;

/** Checks a realm. */
export function checkRealm(realm: string): string {
  const isRealm = typeof realm === 'string' && REALM.test(realm);
  checks.that(isRealm, 'realm', realm, '1 to 128 visible ASCII characters and spaces');
  return realm;
}
