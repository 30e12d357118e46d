import { brand, CodedError, ignoreRejection, isThenable } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import { type AnySchema, isSchema, type OutputOf, type SchemaIssue } from '../schema.js';
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
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = validatorOf(schema)(given);
  if (isThenable(result)) {
    ignoreRejection(result);
    // If a function throws, zod validates again asynchronously, so both cases look the same.
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

/** Omits a message that could reveal a value: some libraries quote it, and an issue without a name can quote any. */
function lineOf(name: string | null, message: string, given: Source): string {
  if (name === null) return 'the combination of variables is not valid';
  if (!Object.hasOwn(given, name)) return `${name}: missing; ${message}`;
  return `${name}: ${reveals(message, String(given[name])) ? 'the value is not accepted' : message}`;
}

/** The number of consecutive characters of a value that a message must not contain. */
const PART = 4;

function reveals(message: string, value: string): boolean {
  const size = Math.min(PART, value.length);
  for (let at = 0; at + size <= value.length; at++) {
    if (message.includes(value.slice(at, at + size))) return true;
  }
  return false;
}
