import { boolean, integer, or, type Rule, rule } from '@mortise/base/options';
import type { AttributeKey } from '@mortise/http-message';
import { USER } from './authentication.js';

/** Options of every layer that authenticates requests. */
export interface SchemeOptions<U> {
  /**
   * The user's attribute, for handlers; it determines the user's type. Default {@link USER}. The user is also a value of
   * the request's lifetime, for outer layers such as a log.
   */
  readonly user?: AttributeKey<U>;

  /** Whether a request without credentials of this scheme passes, without a user. Default `false`. */
  readonly optional?: boolean;

  /**
   * Maximum length of the credentials, at least 1, in characters, including the scheme if they are in `Authorization`;
   * longer ones are refused unread, with 431. Default 8,192.
   */
  readonly maxLength?: number;
}

const REALM = /^[ -~]{1,128}$/;

/** The rules of {@link SchemeOptions}. */
export const schemeRules = {
  user: or(
    rule((key) => typeof key === 'string' && key !== '', 'the name of an attribute'),
    USER,
  ),
  optional: or(boolean, false),
  maxLength: or(integer(1), 8_192),
};

/** The rule of a realm. */
export const realm: Rule<string> = rule(
  (text) => typeof text === 'string' && REALM.test(text),
  '1 to 128 visible ASCII characters and spaces',
);
