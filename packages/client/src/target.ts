import { quote } from '@mortise/base';
import { type AnySchema, formText } from '@mortise/contract';
import {
  parsePattern,
  type Placeholder,
  sourceOf,
  type Variant,
  type Variants,
} from '@mortise/router/pattern';
import { ClientError } from './client-error.js';
import { textOf } from './text-of.js';

/** Path arguments by name. */
export type TargetArgs = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Represents a slash that does not separate segments. A noncharacter: values that contain it are refused. */
const ESCAPED = '\ufffe';
const ESCAPED_BYTES = encodeURIComponent(ESCAPED);

/** Characters with a special meaning in a regular expression. */
const SYNTAX = /[$()*+./?[\\\]^{|}]/g;

/** The expressions that read paths, by variant; each is compiled on first use. */
const READERS = new WeakMap<Variant, RegExp>();

/**
 * Builds the path for a pattern: the longest variant whose arguments are all present, percent-encoded.
 *
 * @param operation the name of the operation, for errors
 * @throws {ClientError} `ARGUMENT_MISSING`; `ARGUMENT_INVALID` if an argument is a list or another object, would change the rest of the path or the
 *   host, if the pattern does not match it, or if the server would read different arguments
 */
export function pathOf(operation: string, variants: Variants, args: TargetArgs): string {
  const chosen = variants.findLast((variant) => missingIn(variant, args) === undefined);
  if (chosen === undefined) {
    const name = missingIn(variants[0] ?? [], args)?.name ?? '';
    throw new ClientError('ARGUMENT_MISSING', operation, `missing path argument "${name}"`);
  }
  const values = chosen.map((part) =>
    typeof part === 'string' ? part : argumentOf(operation, args, part.name),
  );
  const escaped = chosen.map((part, at) =>
    typeof part === 'string' ? part : withoutSeparators(operation, values[at] as string, part),
  );
  const path = escaped
    .map((text, at) => encoded(operation, text, typeof chosen[at] === 'string'))
    .join('');
  const expected = values.filter((_value, at) => typeof chosen[at] !== 'string');
  refuseOtherReading(operation, escaped.join(''), variants, expected);
  // A URL parser removes dot segments, escaped or not, and the request would reach another path.
  if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)) {
    const problem = 'an argument would become a path segment "." or ".."; pass another value';
    throw new ClientError('ARGUMENT_INVALID', operation, problem);
  }
  // A URL parser would read the second segment as a host, and the request would reach another server.
  if (path.startsWith('//')) {
    const problem = 'an argument would make the path begin with "//"; pass another value';
    throw new ClientError('ARGUMENT_INVALID', operation, problem);
  }
  for (const [at, part] of chosen.entries()) {
    if (typeof part !== 'string') refuseUnmatched(operation, part, escaped[at] as string);
  }
  return path;
}

/** Throws if a placeholder does not match its argument: the server would find another route, or respond with 404. */
function refuseUnmatched(operation: string, part: Placeholder, text: string): void {
  if (matches(part, text)) return;
  const value = quote(text.replaceAll(ESCAPED, '/'));
  const problem = `invalid argument "${part.name}": received ${value}; expected a string that matches ${part.expression}`;
  throw new ClientError('ARGUMENT_INVALID', operation, problem);
}

/** Throws if the server would read other arguments from the path, such as for `{a}.{b}` with 1 and 2.3. */
function refuseOtherReading(
  operation: string,
  text: string,
  variants: Variants,
  expected: readonly string[],
): void {
  for (const variant of variants) {
    const found = readerOf(variant).exec(text);
    if (found === null) continue;
    const values = found.slice(1).map((value) => value.replaceAll(ESCAPED, '/'));
    if (values.length === expected.length && values.every((value, at) => value === expected[at]))
      return;
    const problem = `the server would read different arguments: ${JSON.stringify(values)}; pass values that do not contain the text between them`;
    throw new ClientError('ARGUMENT_INVALID', operation, problem);
  }
}

/** Returns the expression with which the server reads the path of a variant. */
function readerOf(variant: Variant): RegExp {
  let reader = READERS.get(variant);
  if (reader === undefined) {
    const source = variant.map((part) =>
      typeof part === 'string' ? part.replaceAll(SYNTAX, '\\$&') : `(${sourceOf(part)})`,
    );
    reader = new RegExp(`^${source.join('')}$`, 'u');
    READERS.set(variant, reader);
  }
  return reader;
}

/** Returns the first placeholder without an argument. */
function missingIn(variant: Variant, args: TargetArgs): Placeholder | undefined {
  return variant.find(
    (part): part is Placeholder =>
      typeof part !== 'string' && valueOf(args, part.name) === undefined,
  );
}

/** Replaces slashes, unless the placeholder matches them: there, the server accepts no escaped slash or backslash. */
function withoutSeparators(operation: string, value: string, part: Placeholder): string {
  if (value.includes('\\') && matches(part, value.replaceAll('\\', '/'))) {
    const problem = 'the server refuses a backslash in an argument that can contain slashes';
    throw new ClientError('ARGUMENT_INVALID', operation, `${problem}; pass a value without it`);
  }
  return value.includes('/') && matches(part, value) ? value : value.replaceAll('/', ESCAPED);
}

function matches(part: Placeholder, text: string): boolean {
  return new RegExp(`^(?:${sourceOf(part)})$`, 'u').test(text);
}

function encoded(operation: string, text: string, isLiteral: boolean): string {
  if (isLiteral) return encodeURI(text).replaceAll(/[?#]/g, encodeURIComponent);
  // The server would respond to NUL with 400.
  if (/[\0\p{Cs}]/u.test(text)) {
    const problem =
      'an argument contains NUL or an unpaired surrogate; pass text without these characters';
    throw new ClientError('ARGUMENT_INVALID', operation, problem);
  }
  return text.split('/').map(encodeURIComponent).join('/').replaceAll(ESCAPED_BYTES, '%2F');
}

function argumentOf(operation: string, args: TargetArgs, name: string): string {
  const text = textOf(valueOf(args, name));
  if (text !== null) return text;
  const problem = `invalid argument "${name}": received a list or another object; expected a string, number, boolean or date`;
  throw new ClientError('ARGUMENT_INVALID', operation, problem);
}

/** @returns `undefined` if the argument is absent or `null` */
function valueOf(args: TargetArgs, name: string): TargetArgs[string] {
  return Object.hasOwn(args, name) ? (args[name] ?? undefined) : undefined;
}

/** Parses the pattern of an operation. */
export function variantsOf(pattern: string): Variants {
  return parsePattern(pattern);
}

/** @returns the query string with its `?`; `''` if it is empty */
export function queryOf(query: object, schema?: AnySchema): string {
  const text = formText(query, schema);
  return text === '' ? '' : `?${text}`;
}
