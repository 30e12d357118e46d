import { andThen, quote } from '@mortise/base';
import { isResponse, isWebResponse } from '@mortise/base/message';
import { ensure, OptionError } from '@mortise/base/options';
import type { Awaitable } from '@mortise/http-message';

/** What a `verify` returns instead of a user to refuse the credentials: a falsy value. */
export type Refusal = null | undefined | false | '' | 0;

/**
 * Refuses, when it is compiled, a `verify` that returns `R` if that can be an error or a response. In a generic
 * function, where `R` is not known yet, pass the user's type: `bearerAuth<U>(options)`.
 */
export type ReturnsUser<R> = 0 extends 1 & R
  ? unknown
  : [NoUser<Awaited<R>>] extends [never]
    ? unknown
    : { readonly verify: (...given: never[]) => 'throw errors; return null to refuse' };

/** The members of a union that are errors or responses. Users can have `name` and `message`, like an `Error`. */
type NoUser<R> = R extends Error
  ? 'stack' extends keyof R
    ? R
    : never
  : R extends { getStatusCode(): unknown } | { readonly bodyUsed: boolean }
    ? R
    : never;

/** The decision about credentials. */
export type Verdict =
  | {
      readonly kind: 'accepted';
      readonly user: unknown;
      readonly scopes: (() => readonly string[]) | null;
    }
  | { readonly kind: 'refused'; readonly cause?: Error };

/**
 * Turns the result of a `verify` into a decision.
 *
 * @param scopes returns the user's scopes; called if a route requires scopes
 * @param layer the layer's name, for errors about its options
 * @throws {OptionError} if the result cannot be a user: an error or a response, which must not let the request pass, a
 *   list, which can be that of no rows, or a function or prototype, which every object has as members
 */
export function verdictOf<U>(
  result: Awaitable<U | Refusal>,
  scopes: ((user: U) => readonly string[]) | null,
  layer: string,
): Awaitable<Verdict> {
  const settle = (user: U | Refusal): Verdict => {
    if (!user) return { kind: 'refused' };
    const way = wayOf(user);
    if (way !== null) {
      const option = `${layer}.verify`;
      const expected = `a user, or null to refuse the credentials: ${way}`;
      const error = new OptionError(option, user, expected, `${option} returned ${quote(user)}`);
      if (isError(user)) error.cause = user;
      throw error;
    }
    return { kind: 'accepted', user, scopes: scopes && (() => checkScopes(scopes(user), layer)) };
  };
  return andThen(result, settle);
}

/** Returns what to write instead of returning a value that cannot be a user; `null` for any other value. */
function wayOf(user: unknown): string | null {
  if (Array.isArray(user)) return 'return an element of the list';
  if (isError(user)) return 'throw the error';
  if (isInherited(user))
    return 'look users up in a Map, because every object has members such as "constructor"';
  return isResponse(user) || isWebResponse(user) ? 'throw an error instead' : null;
}

/** Whether a value can be what `users[name]` returns for `constructor`, `__proto__` or another inherited name. */
function isInherited(user: unknown): boolean {
  const maker = (user as { readonly constructor?: unknown }).constructor;
  return typeof user === 'function' || (typeof maker === 'function' && maker.prototype === user);
}

/** Whether a value is an error, even from another realm. */
function isError(value: unknown): boolean {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

function checkScopes(scopes: readonly string[], layer: string): readonly string[] {
  const areTexts = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
  const expected = 'a function that returns a list of scopes';
  ensure(areTexts, `${layer}.scopes`, scopes, expected);
  return scopes;
}
