import { brand, CodedError, ignoreRejection, isThenable } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import { type AnySchema, isSchema, type OutputOf, type SchemaIssue } from '../schema.js';
import { validatorOf } from '../validator.js';

/** Environment variables that a schema refuses: contains their names and what is expected, never a value. */
export class EnvError extends CodedError<'ENV_INVALID'> {
  /** The names, each once, in the order of the schema's issues; empty if the schema names none. */
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
 * Reads environment variables with an object schema; call it once, when the process starts. Values are text, which the
 * schema converts; an empty string is treated as absent. Other members of the source are kept; the schema can drop them.
 *
 * @param source default `process.env` if it exists; on Workers, pass the handler's `env`
 * @returns what the schema returns
 * @throws {EnvError} `ENV_INVALID`: one error for all variables
 * @throws {OptionError} `OPTION_INVALID` for a value that is not a schema, or for a schema that is asynchronous or whose
 *   transform throws
 */
export function readEnv<S extends AnySchema>(
  schema: S,
  source: Source = processEnv(),
): OutputOf<S> {
  const expected = 'a synchronous Standard Schema whose functions do not throw';
  if (!isSchema(schema)) throw new OptionError('readEnv.schema', typeof schema, expected);
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = validatorOf(schema)(given);
  if (isThenable(result)) {
    ignoreRejection(result);
    // zod tries a schema again with waiting when a function in it throws: both look the same.
    const given = 'a schema that is asynchronous, or whose transform throws';
    throw new OptionError('readEnv.schema', given, expected);
  }
  if (result.issues === undefined) return result.value as OutputOf<S>;
  const named = result.issues.map((issue) => [nameOf(issue), issue.message] as const);
  const names = [...new Set(named.flatMap(([name]) => (name === null ? [] : [name])))];
  throw new EnvError(
    names,
    named.map(([name, message]) => lineOf(name, message, given)),
  );
}

function processEnv(): Source {
  return (globalThis as { readonly process?: { readonly env?: Source } }).process?.env ?? {};
}

function nameOf({ path }: SchemaIssue): string | null {
  const [first] = path ?? [];
  return first === undefined ? null : String(typeof first === 'object' ? first.key : first);
}

/** Schemas of some libraries quote the value, and those of several variables can quote any. */
function lineOf(name: string | null, message: string, given: Source): string {
  if (name === null) return 'the combination of variables is not valid';
  if (!Object.hasOwn(given, name)) return `${name}: missing; ${message}`;
  return `${name}: ${reveals(message, String(given[name])) ? 'the value is not accepted' : message}`;
}

/** Characters of a value that a message must not contain, wherever they begin. */
const PART = 4;

function reveals(message: string, value: string): boolean {
  const size = Math.min(PART, value.length);
  for (let at = 0; at + size <= value.length; at++) {
    if (message.includes(value.slice(at, at + size))) return true;
  }
  return false;
}
