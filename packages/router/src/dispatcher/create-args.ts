import { decode } from '../path/escaped-reserved.js';
import type { RouteArgs } from '../route-args.js';

type Args = Record<string, string>;

/**
 * An object that inherits nothing by name: its prototype is empty and has none itself, so
 * `__proto__` is an ordinary key. (`Object.create(null)` would be as safe and five times as slow.)
 */
const Args = function () {} as unknown as new () => Args;
Args.prototype = Object.freeze(Object.create(null) as Args);

/** The arguments of a route without placeholders. */
export const NO_ARGS: RouteArgs = Object.freeze(new Args());

/**
 * Arguments by name.
 *
 * @param values still encoded; at least as many as names
 * @param escaped whether any value may hold an escape
 */
export function createArgs(
  names: readonly string[],
  values: readonly string[],
  escaped: boolean,
): RouteArgs {
  const args = new Args();
  for (let i = 0; i < names.length; i++) {
    const value = values[i] as string;
    args[names[i] as string] = escaped ? decode(value) : value;
  }
  return args;
}
