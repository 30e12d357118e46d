import { ensure } from '@mortise/base/options';
import { isThenable } from '@mortise/base';
import type { Awaitable } from '@mortise/http-message';

/** What a `verify` returns instead of a user to refuse the credentials. */
export type Refusal = null | undefined | false;

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
 * @param layer the layer's name, for errors about its `scopes` option
 */
export function verdictOf<U>(
  result: Awaitable<U | Refusal>,
  scopes: ((user: U) => readonly string[]) | null,
  layer: string,
): Awaitable<Verdict> {
  const settle = (user: U | Refusal): Verdict => {
    if (user === null || user === undefined || user === false) return { kind: 'refused' };
    return { kind: 'accepted', user, scopes: scopes && (() => checkScopes(scopes(user), layer)) };
  };
  return isThenable(result) ? result.then(settle) : settle(result);
}

function checkScopes(scopes: readonly string[], layer: string): readonly string[] {
  const areTexts = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
  const expected = 'a function that returns a list of scopes';
  ensure(areTexts, `${layer}.scopes`, scopes, expected);
  return scopes;
}
