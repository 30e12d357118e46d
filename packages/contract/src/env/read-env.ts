import { brand, CodedError, ignoreRejection, isThenable } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import {
  type AnySchema,
  isSchema,
  type OutputOf,
  type Schema,
  type SchemaIssue,
  type Validator,
} from '../schema.js';
import { validatorOf } from '../validator.js';

/** Environment variables are invalid. The message contains their names and what is expected, never a value. */
export class EnvError extends CodedError<'ENV_INVALID'> {
  /** The names of invalid variables, without duplicates, in the order of the issues; empty if no issue has a name. */
  readonly names: readonly string[];

  constructor(names: readonly string[], lines: readonly string[]) {
    super(
      'ENV_INVALID',
      `invalid environment variables:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
    this.names = names;
  }

  static {
    brand(this, '@mortise/contract/EnvError');
  }
}

type Source = Readonly<Record<string, unknown>>;

/**
 * Validates environment variables with an object schema. Call it once, when the process starts. Variables are strings,
 * which the schema must convert; empty strings are treated as absent. The schema receives all variables of the source.
 *
 * @param source default: `process.env` if it exists; on Workers, pass the handler's `env`
 * @returns what the schema returns
 * @throws {EnvError} `ENV_INVALID`, one error for all invalid variables
 * @throws {OptionError} `OPTION_INVALID` if the value is not a schema, or the schema is asynchronous or its transform
 *   throws
 */
export function readEnv<S extends AnySchema>(
  schema: S,
  source: Source = processEnv(),
): OutputOf<S> {
  const expected = 'a synchronous Standard Schema whose functions do not throw';
  if (!isSchema(schema)) throw new OptionError('readEnv.schema', typeof schema, expected);
  const given = sourceOf(Object.entries(source).filter(([, value]) => value !== ''));
  const result = resultOf(schema, given);
  if (result === null || isThenable(result)) {
    if (result !== null) ignoreRejection(result);
    // If a function throws, zod validates again asynchronously, so both cases look the same.
    const given = 'a schema that is asynchronous, or whose transform throws';
    throw new OptionError('readEnv.schema', given, expected);
  }
  if (result.issues === undefined) return result.value as OutputOf<S>;
  const names = result.issues.map(nameOf).filter((name) => name !== null);
  const known = expectationsWithoutValues(schema, given);
  throw new EnvError(
    [...new Set(names)],
    result.issues.map((issue) => lineOf(issue, known, given)),
  );
}

/** Creates it without a prototype, because a variable that is absent must not be an inherited member. */
function sourceOf(entries: readonly (readonly [string, unknown])[]): Source {
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Source;
}

/** Returns `null` if the schema throws: the text of the error can quote a value, as that of `JSON.parse` does. */
function resultOf(schema: Schema, given: Source): ReturnType<Validator> | null {
  try {
    return validatorOf(schema)(given);
  } catch {
    return null;
  }
}

function processEnv(): Source {
  return (globalThis as { readonly process?: { readonly env?: Source } }).process?.env ?? {};
}

function nameOf({ path }: SchemaIssue): string | null {
  const [first] = path ?? [];
  return first === undefined ? null : String(typeof first === 'object' ? first.key : first);
}

/** Omits what could reveal a value: some libraries quote it, and an issue without a name can quote any. */
function lineOf(issue: SchemaIssue, known: ReadonlySet<string>, given: Source): string {
  const name = nameOf(issue);
  if (name === null) return 'the combination of variables is not valid';
  const text = known.has(keyOf(issue)) ? expectationOf(issue) : '';
  if (!Object.hasOwn(given, name)) return `${name}: missing${text && `; ${text}`}`;
  const isShown = text !== '' && !reveals(text, String(given[name]));
  return `${name}: ${isShown ? text : 'the value is not accepted'}`;
}

/**
 * Validates other values of the same form. A text that is the same for both contains neither, even converted, and not
 * that of another variable.
 */
function expectationsWithoutValues(schema: Schema, given: Source): ReadonlySet<string> {
  const other = (value: unknown) => (typeof value === 'string' ? otherOf(value) : value);
  const others = Object.entries(given).map(([name, value]) => [name, other(value)] as const);
  const result = resultOf(schema, sourceOf(others));
  if (isThenable(result)) ignoreRejection(result);
  const issues = result === null || isThenable(result) ? [] : (result.issues ?? []);
  return new Set(issues.map(keyOf));
}

/** Replaces letters and digits by their neighbours, so that numbers, URLs and lists keep their form. */
function otherOf(value: string): string {
  const neighbour = (letter: string) =>
    (letter.codePointAt(0) ?? 0) + (/[9z]/i.test(letter) ? -1 : 1);
  return value.replaceAll(/[\p{L}\p{N}]/gu, (letter) => String.fromCodePoint(neighbour(letter)));
}

function keyOf(issue: SchemaIssue): string {
  return JSON.stringify([nameOf(issue), expectationOf(issue)]);
}

/** Matches from where zod, Valibot and ArkType begin to describe the received value. */
const RECEIVED = /[\s,;:]*(?:\(was|\b(?:but )?(?:received|got|given|found))\b[^]*/i;

/** Returns the part of a message that says what is expected; `''` if none. */
function expectationOf({ message }: SchemaIssue): string {
  return message.replace(RECEIVED, '');
}

/** The number of consecutive characters of a value that a message must not contain. */
const PART = 4;

function reveals(message: string, value: string): boolean {
  const [text, secret] = [message.toLowerCase(), value.toLowerCase()];
  const size = Math.min(PART, secret.length);
  for (let at = 0; at + size <= secret.length; at++) {
    if (text.includes(secret.slice(at, at + size))) return true;
  }
  return false;
}
