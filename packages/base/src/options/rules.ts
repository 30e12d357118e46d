import { isThenable } from '../thenable.js';
import { OptionError } from './option-error.js';

/** What one option accepts. `T` is the type of the option, and checked against its interface; `D` that of the default. */
export interface Rule<out T, out D = never> {
  /** Completes "expected ...". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** The default. Without it the option is required. */
  readonly fallback?: D;
  /** Reads an accepted value further, such as the options of an option. It returns the value that the program uses. */
  readonly read?: (value: never, path: string) => unknown;
  /** Never set. */
  readonly type?: T;
}

/** A rule with a default; `undefined` for an option that can be absent. */
export interface RuleWithDefault<out T, out D> extends Rule<T, D> {
  readonly fallback: D;
}

/** A rule whose value is what `read` returns. */
export interface ReadRule<out T, out O> extends Rule<T> {
  readonly read: (value: never, path: string) => O;
}

/**
 * Returns a value that a rule accepts, in the form that the program uses: the result of `read`, or the default for
 * `undefined`. Also for results of callbacks.
 *
 * @param path of the option, with the function that takes it: `'rateLimit.cost'`
 * @throws {OptionError} `OPTION_INVALID` for another value
 */
export function accepted<O>(of: ReadRule<unknown, O>, value: unknown, path: string): O;
export function accepted<T>(of: Rule<T, unknown>, value: T, path: string): T;
export function accepted(of: Rule<unknown, unknown>, value: unknown, path: string): unknown {
  if (isOmitted(value, of)) return of.fallback;
  ensure(of.accepts(value), path, value, of.expected);
  return of.read === undefined ? value : of.read(value as never, path);
}

/** Whether the default of a rule replaces a value. */
export function isOmitted<T, D>(value: unknown, of: Rule<T, D>): of is RuleWithDefault<T, D> {
  return value === undefined && 'fallback' in of;
}

/**
 * Refuses an option unless a condition holds, such as one between several options.
 *
 * @param path of the option, with the function that takes it: `'cors.origins[2]'`
 * @param expected completes "expected ..."
 * @throws {OptionError} `OPTION_INVALID`
 */
export function ensure(holds: boolean, path: string, value: unknown, expected: string): void {
  if (!holds) throw new OptionError(path, value, expected);
}

/** A rule of its own. @param expected completes "expected ..." */
export function rule<T = never>(accepts: (value: unknown) => boolean, expected: string): Rule<T> {
  return { accepts, expected };
}

/** A rule with a default, for a value that is omitted or `undefined`. The default is not checked. */
export function or<R extends Rule<unknown>, const D>(
  of: R,
  fallback: D,
): Omit<R, 'fallback'> & { readonly fallback: D } {
  return { ...of, fallback };
}

/** A rule of an option that can be absent: its value is then `undefined`. */
export function optional<R extends Rule<unknown>>(
  of: R,
): Omit<R, 'fallback'> & { readonly fallback: undefined } {
  return or(of, undefined);
}

/** The longest timer of a platform in milliseconds: a longer one would fire immediately. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** An integer. @param most inclusive, as `least` is. @param unit for the message: `'seconds'` */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER, unit = ''): Rule<number> {
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return rule(
    (value) =>
      Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    `an integer ${range}${unit && `, in ${unit}`}`,
  );
}

/** A string, even an empty one. @param most characters, inclusive; default: any number */
export function text(most = Infinity): Rule<string> {
  return rule(
    (value) => typeof value === 'string' && value.length <= most,
    most === Infinity ? 'a string' : `a string of at most ${most} characters`,
  );
}

/** One of several texts. */
export function choice<const T extends string>(...choices: readonly T[]): Rule<T> {
  const list = choices.map((one) => `"${one}"`).join(', ');
  return rule((value) => choices.includes(value as T), `one of ${list}`);
}

/** `true` or `false`. */
export const boolean: Rule<boolean> = rule((value) => typeof value === 'boolean', 'true or false');

/** An object, even with unknown names: no `null`, function, list, `Map` or promise, which have no options. */
export const object: Rule<never> = rule(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !(Symbol.iterator in value) &&
    !isThenable(value),
  'an object',
);

/** A function. */
export const callable: Rule<never> = rule((value) => typeof value === 'function', 'a function');

/** An object that has certain methods, its own or inherited. @param expected completes "expected ..." */
export function methods(expected: string, ...names: readonly string[]): Rule<never> {
  return rule((value) => {
    const members = Object(value) as Readonly<Record<string, unknown>>;
    return names.every((name) => typeof members[name] === 'function');
  }, expected);
}

/** An option that `read` checks: usually the declaration of its own options. It reads `undefined` too. */
export function nested<I, O>(
  read: (value: I, path: string) => O,
): ReadRule<Exclude<I, undefined>, O> {
  return { accepts: () => true, expected: '', read: read };
}

/** A list whose members follow a rule. @param expected completes "expected ...", for a value that is not a list */
export function list<O>(of: ReadRule<unknown, O>, expected: string): ReadRule<never, readonly O[]>;
export function list<T>(of: Rule<T>, expected: string): ReadRule<readonly T[], readonly T[]>;
export function list(of: Rule<unknown>, expected: string): ReadRule<never, readonly unknown[]> {
  return {
    accepts: Array.isArray,
    expected,
    read: (values: readonly unknown[], path: string) =>
      values.map((value, at) => accepted(of, value, `${path}[${at}]`)),
  };
}
