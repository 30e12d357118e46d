import { boolean, integer, or, type Rule, rule } from '@mortise/base/options';
import type { AttributeKey } from '@mortise/http-message';
import { USER } from './authentication.js';

/** Options of every layer that authenticates requests. */
export interface SchemeOptions<U> {
  /**
   * The attribute of the request that contains the user; it determines the user's type. Its name has a dot, so that no
   * argument of a route replaces it. Default {@link USER}. The user is also stored under this key in the request's lifetime,
   * for outer layers such as a request log.
   */
  readonly user?: AttributeKey<U> | undefined;

  /**
   * Whether a request without credentials of this scheme passes. Such a request has no user, even if outer code has set the
   * attribute, but keeps the user and scopes of an outer authentication layer. Wrong credentials are still refused.
   * Default `false`.
   */
  readonly optional?: boolean | undefined;

  /**
   * Maximum length of the credentials, at least 1, in characters, including the scheme if they are in `Authorization`;
   * longer credentials are refused with 431 and not parsed. Default 8,192.
   */
  readonly maxLength?: number | undefined;
}

const REALM = /^[ -~]{1,128}$/;

/** The rules of {@link SchemeOptions}. */
export const schemeRules = {
  user: or(
    rule(
      (key) => typeof key === 'string' && /[^\w-]/.test(key),
      'a name with a dot, such as "app.user": an argument of a route replaces an attribute of its name, so in /users/{user}, the client would choose the user',
    ),
    USER,
  ),
  optional: or(boolean, false),
  maxLength: or(integer(1), 8_192),
};

/** The rule of the `realm` option. */
export const realm: Rule<string> = rule(
  (text) => typeof text === 'string' && REALM.test(text),
  '1 to 128 visible ASCII characters and spaces',
);
