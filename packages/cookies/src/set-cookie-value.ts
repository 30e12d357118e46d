import { accepted, choice, merged, object, optional } from '@mortise/base/options';
import { formatSetCookie, type SetCookieAttributes } from '@mortise/http-syntax';

/** Attributes of a cookie, including `Priority`. */
export interface CookieAttributes extends SetCookieAttributes {
  /** Which cookies a browser drops first if it has too many: those with `'Low'`. Only some browsers support this. */
  readonly priority?: 'Low' | 'Medium' | 'High' | undefined;
}

const PRIORITY = optional(choice('Low', 'Medium', 'High'));

/**
 * Returns the value of a `Set-Cookie` header.
 *
 * @throws {SetCookieError} from `@mortise/http-syntax`, for an invalid name or value, or `COOKIE_TOO_LARGE` if browsers
 *   would drop the cookie or ignore one of its attributes
 * @throws {OptionError} for an unknown attribute, such as `httponly`, or an unknown priority
 */
export function setCookieValue(name: string, value: string, given: CookieAttributes = {}): string {
  accepted<unknown>(object, given, 'cookie');
  const { priority } = given;
  accepted(PRIORITY, priority, 'cookie.priority');
  const attributes: Partial<CookieAttributes> = merged(given, {});
  Reflect.deleteProperty(attributes, 'priority');
  const formatted = formatSetCookie(name, value, attributes);
  return priority === undefined ? formatted : `${formatted}; Priority=${priority}`;
}
