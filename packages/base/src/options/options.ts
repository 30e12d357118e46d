import {
  accepted,
  isOmitted,
  object,
  type ReadRule,
  type Rule,
  type RuleWithDefault,
} from './rules.js';
import { OptionError } from './option-error.js';
import { unknownOption } from './unknown-option.js';

/** A rule for each option of an interface. Options that can be omitted need a default or nested options. */
export type RulesOf<I> = {
  readonly [K in keyof I]-?: undefined extends I[K]
    ? RuleWithDefault<Exclude<I[K], undefined>, I[K] | undefined> | ReadRule<I[K], unknown>
    : Rule<I[K]>;
};

/** The options of an interface after they were checked by their rules `R`. */
export type Checked<I, R> = {
  readonly [K in keyof I & keyof R]-?:
    | (R[K] extends { readonly read: (value: never, path: string) => infer O }
        ? O
        : Exclude<I[K], undefined>)
    | (R[K] extends { readonly fallback: infer D } ? Extract<D, undefined> : never);
};

/** The declared options of one function. */
export interface Options<I extends object, R> {
  /**
   * Checks options, and fills in the defaults. `undefined` means an omitted value, or no options at all; `null` is
   * rejected. Options can be inherited properties.
   *
   * @param path of the options, for error messages; default: the name of the function. For nested options:
   *   `'session.cookie'`
   * @throws {OptionError} `OPTION_INVALID` for the first unknown name, then for the first wrong value
   */
  (given: I | undefined, path?: string): Checked<I, R>;
  /** The rule of each option, keyed by name. */
  readonly rules: R;
}

/**
 * Declares the options of a function: a rule for each name of their interface `I`.
 *
 * ```ts
 * const declared = options<PageOptions>()('pages', { size: or(integer(1, 100), 20) });
 * const { size } = declared(given);
 * ```
 *
 * The third argument maps names that other libraries use to what completes "expected ...": an option of this function,
 * or the call to write, such as `{ perPage: 'size', logger: 'createApp({ logger })' }`. Default: none.
 */
export function options<I extends object>() {
  return <const R extends RulesOf<I>>(
    door: string,
    rules: R & Readonly<Record<Exclude<keyof R, keyof I>, never>>,
    foreignNames: Readonly<Record<string, string>> = {},
  ): Options<I, R> => {
    const entries: [string, Rule<unknown>][] = Object.entries(rules);
    // Many calls have no options, so their result is created only once.
    const defaults = entries.every(([, of]) => 'fallback' in of)
      ? Object.freeze(Object.fromEntries(entries.map(([name, of]) => [name, of.fallback])))
      : null;
    const read = (given: unknown, path = door): unknown => {
      if (given === undefined) {
        if (defaults !== null) return defaults;
        given = {};
      }
      const expected = () => `an object with any of ${Object.keys(rules).join(', ')}`;
      if (!object.accepts(given)) {
        accepted({ ...object, expected: expected() }, given as never, path);
      }
      const values = given as Readonly<Record<string, unknown>>;
      const names = Object.keys(values);
      if (names.length === 0 && isForeign(values, rules)) {
        throw new OptionError(path, values, expected());
      }
      for (const name of names) {
        if (!Object.hasOwn(rules, name)) {
          const meant = Object.hasOwn(foreignNames, name) ? foreignNames[name] : undefined;
          throw unknownOption(path, name, Object.keys(rules), meant);
        }
      }
      const checked: Record<string, unknown> = {};
      for (const [name, of] of entries) {
        const value = values[name];
        // The path is built only for a value, because defaults do not need it.
        checked[name] = isOmitted(value, of) ? of.fallback : accepted(of, value, `${path}.${name}`);
      }
      return checked;
    };
    return Object.assign(read, { rules }) as Options<I, R>;
  };
}

/** Whether an object is something else, such as an `AbortSignal` in the place of `{ signal }`: it would be ignored. */
function isForeign(values: object, rules: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(values);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return false;
  return !Object.keys(rules).some((name) => name in values);
}
