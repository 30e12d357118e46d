import { kindOf } from '../quote.js';
import { randomBytes } from '../random-bytes.js';
import { ignoreRejection, isThenable, observe } from '../thenable.js';
import { OptionError } from './option-error.js';

/**
 * What one option accepts. `T` is the type of the option, which is checked against its interface; `D` is that of the
 * default.
 */
export interface Rule<out T, out D = never> {
  /** Completes "expected ...". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** Messages do not show a refused string, because no string is accepted, and it can be the URL of a service. */
  readonly hidesText?: true;
  /** The default. Without it the option is required. */
  readonly fallback?: D;
  /** Converts an accepted value, such as nested options, and returns the value that the program uses. */
  readonly read?: (value: never, path: string) => unknown;
  /** Never set; it exists only for its type. */
  readonly type?: T;
}

/** A rule with a default, which is `undefined` for an option that can be absent. */
export interface RuleWithDefault<out T, out D> extends Rule<T, D> {
  readonly fallback: D;
}

/** A rule whose value is the result of `read`. */
export interface ReadRule<out T, out O> extends Rule<T> {
  readonly read: (value: never, path: string) => O;
}

/**
 * Checks a value, and returns it in the form that the program uses: the result of `read`, or the default for
 * `undefined`. Can be used for the results of callbacks too.
 *
 * @param path of the option, with the function that takes it: `'rateLimit.cost'`
 * @throws {OptionError} `OPTION_INVALID` for a value that the rule does not accept
 */
export function accepted<O>(of: ReadRule<unknown, O>, value: unknown, path: string): O;
export function accepted<T>(of: Rule<T, unknown>, value: T, path: string): T;
export function accepted(of: Rule<unknown, unknown>, value: unknown, path: string): unknown {
  if (isOmitted(value, of)) return of.fallback;
  if (!of.accepts(value)) {
    const problem = of.hidesText && `invalid ${path}: received ${kindOf(value)}`;
    throw new OptionError(path, value, of.expected, problem);
  }
  return of.read === undefined ? value : of.read(value as never, path);
}

/** Whether the default of a rule replaces a value. */
export function isOmitted<T, D>(value: unknown, of: Rule<T, D>): of is RuleWithDefault<T, D> {
  return value === undefined && 'fallback' in of;
}

/**
 * Rejects an option unless a condition holds, such as one on several options.
 *
 * @param path of the option, with the function that takes it: `'cors.origins[2]'`
 * @param expected completes "expected ..."
 * @throws {OptionError} `OPTION_INVALID`
 */
export function ensure(holds: boolean, path: string, value: unknown, expected: string): void {
  if (!holds) throw new OptionError(path, value, expected);
}

/**
 * Creates a custom rule.
 *
 * @param expected completes "expected ..."
 */
export function rule<T = never>(accepts: (value: unknown) => boolean, expected: string): Rule<T> {
  return { accepts, expected };
}

/** Creates a rule that accepts no string. */
function noText(accepts: (value: unknown) => boolean, expected: string): Rule<never> {
  return { ...rule(accepts, expected), hidesText: true };
}

/** Adds a default to a rule, for a value that is omitted or `undefined`. The default is not checked. */
export function or<R extends Rule<unknown, unknown>, const D>(
  of: R,
  fallback: D,
): Omit<R, 'fallback'> & { readonly fallback: D } {
  return { ...of, fallback };
}

/** Makes a rule accept an absent option, whose value is then `undefined`. */
export function optional<R extends Rule<unknown, unknown>>(
  of: R,
): Omit<R, 'fallback'> & { readonly fallback: undefined } {
  return or(of, undefined);
}

/** The longest delay of a timer in milliseconds: a timer with a longer one would fire immediately. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * An integer from `least` to `most`, both inclusive.
 *
 * @param unit for the message: `'seconds'`
 */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER, unit = ''): Rule<number> {
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return rule(
    (value) =>
      Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    `an integer ${range}${unit && `, in ${unit}`}`,
  );
}

/**
 * A string, even an empty one.
 *
 * @param most maximum number of characters; default: no limit
 */
export function text(most = Infinity): Rule<string> {
  return rule(
    (value) => typeof value === 'string' && value.length <= most,
    most === Infinity ? 'a string' : `a string of at most ${most} characters`,
  );
}

/** One of several strings. */
export function choice<const T extends string>(...choices: readonly T[]): Rule<T> {
  const list = choices.map((one) => `"${one}"`).join(', ');
  return rule((value) => choices.includes(value as T), `one of ${list}`);
}

/** `true` or `false`. */
export const boolean: Rule<boolean> = rule((value) => typeof value === 'boolean', 'true or false');

/**
 * An object, even with unknown names; not `null`, a function, a list, a `Map` or a promise, which cannot have options.
 */
export const object: Rule<never> = noText(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !(Symbol.iterator in value) &&
    !isThenable(value),
  'an object',
);

/** A function. */
export const callable: Rule<never> = noText((value) => typeof value === 'function', 'a function');

/**
 * A logger with methods that take the message first, as in PSR-3 and `console`. One of pino or Fastify, which has
 * `bindings()`, takes an object first: it would lose the context.
 */
export function logger(...names: readonly string[]): Rule<never> {
  const calls = names.map((name) => `${name}(message)`).join(' and ');
  const has = methods('', ...names);
  return noText(
    (value) => has.accepts(value) && !methods('', 'bindings').accepts(value),
    `a logger with ${calls}; for pino, write pinoLogger(logger) from @mortise/log-pino`,
  );
}

/**
 * A function that decides by its second parameter, after the request. One with a single parameter was written for another
 * order: it would take the request, which is always truthy, for the value.
 *
 * @param call how the function is written, for the message: `'(request, token) => user'`
 */
export function afterRequest(call: string): Rule<never> {
  return noText(
    (value) => typeof value === 'function' && value.length !== 1,
    `a function with two parameters: ${call}`,
  );
}

type AnyFunction = (...given: readonly unknown[]) => unknown;

/** A function that is replaced by one with the same parameters. */
function wrapped(wrap: (call: AnyFunction, path: string) => AnyFunction): Rule<never> {
  return { ...callable, read: wrap };
}

/**
 * A function that only observes, such as `onEvent`: what it throws or rejects with goes to the console, and its result
 * is ignored. By default, nothing is called.
 */
export const observer: RuleWithDefault<never, () => void> = or(
  wrapped((call, path) => (...given) => {
    observe(path, () => call(...given));
  }),
  () => undefined,
);

/**
 * A function whose result is used immediately: it throws an `OptionError` for a promise, whose rejection is ignored. A
 * promise would otherwise count as "yes", or as an object without members.
 */
export const synchronous: Rule<never> = wrapped(
  (call, path) =>
    (...given) =>
      resultOf(call, given, path),
);

function resultOf(call: AnyFunction, given: readonly unknown[], path: string): unknown {
  const result = call(...given);
  ignoreRejection(result);
  ensure(!isThenable(result), path, result, 'a function that returns no promise');
  return result;
}

/**
 * A function that decides: it must return `true` or `false`, because an empty list, a text or a promise would otherwise
 * count as "yes".
 */
export const decision: Rule<never> = wrapped((call, path) => (...given) => {
  const result = call(...given);
  ignoreRejection(result);
  ensure(typeof result === 'boolean', path, result, 'a function that returns true or false');
  return result;
});

/** A function that returns an object with members, such as the context of a log line, or nothing. */
export const membersOf: Rule<never> = wrapped((call, path) => (...given) => {
  const result = resultOf(call, given, path);
  const isValid = result === undefined || result === null || object.accepts(result);
  ensure(isValid, path, result, 'a function that returns an object');
  return result;
});

/**
 * A source of random bytes, by default that of the platform. It must return as many bytes as it is asked for: fewer ones
 * can be guessed, and so can text, of which only the digits would count.
 */
export const randomSource: RuleWithDefault<never, (length: number) => Uint8Array> = or(
  wrapped((call, path) => (length) => {
    const bytes = call(length);
    const tag = Object.prototype.toString.call(bytes);
    if (tag === '[object Uint8Array]' && (bytes as Uint8Array).length === length) return bytes;
    ignoreRejection(bytes);
    const given = tag === '[object Uint8Array]' ? 'another number of bytes' : kindOf(bytes);
    const expected = `a function that returns ${String(length)} bytes, as a Uint8Array`;
    throw new OptionError(path, undefined, expected, `invalid ${path}: received ${given}`);
  }),
  randomBytes,
);

/**
 * A clock in milliseconds since 1970, by default that of the platform. Its time is a number: with a `Date` or `NaN`, nothing
 * would expire, or everything.
 */
export const clock: RuleWithDefault<never, () => number> = or(
  wrapped((call, path) => () => {
    const time = call();
    ignoreRejection(time);
    ensure(Number.isFinite(time), path, time, 'a function that returns milliseconds, as a number');
    return time;
  }),
  () => Date.now(),
);

/**
 * An object that has certain methods, its own or inherited.
 *
 * @param expected completes "expected ..."
 */
export function methods(expected: string, ...names: readonly string[]): Rule<never> {
  return noText((value) => {
    const members = Object(value) as Readonly<Record<string, unknown>>;
    return names.every((name) => typeof members[name] === 'function');
  }, expected);
}

/** An option that `read` checks, usually a declaration of nested options. `read` is called for `undefined` too. */
export function nested<I, O>(
  read: (value: I, path: string) => O,
): ReadRule<Exclude<I, undefined>, O> {
  return { accepts: () => true, expected: '', read: read };
}

/**
 * A list whose members follow a rule.
 *
 * @param expected completes "expected ..." for a value that is not a list
 */
export function list<O>(of: ReadRule<unknown, O>, expected: string): ReadRule<never, readonly O[]>;
export function list<T>(of: Rule<T>, expected: string): ReadRule<readonly T[], readonly T[]>;
export function list(of: Rule<unknown>, expected: string): ReadRule<never, readonly unknown[]> {
  return {
    ...noText(Array.isArray, expected),
    read: (values: readonly unknown[], path: string) =>
      values.map((value, at) => accepted(of, value, `${path}[${at}]`)),
  };
}
