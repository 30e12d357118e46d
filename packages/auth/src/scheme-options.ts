import { boolean, integer, or, type Rule, rule } from '@mortise/base/options';
import type { AttributeKey } from '@mortise/http-message';
import { USER } from './authentication.js';

/** Options of every layer that authenticates requests. */
export interface SchemeOptions<U> {
  /**
   * The attribute of the user, for handlers; it determines the type of the user. Default {@link USER}. It is a value of the
   * request's lifetime too, for outer layers such as a log.
   */
  readonly user?: AttributeKey<U>;

  /** Whether a request without credentials of this scheme passes, without a user. Default `false`. */
  readonly optional?: boolean;

  /** Maximum characters of the credentials, with the scheme if they are in `Authorization`, from 1; a longer one is refused unread, with 431. Default 8,192. */
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
