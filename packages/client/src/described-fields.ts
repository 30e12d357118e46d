import { ignoreRejection, isThenable } from '@mortise/base';
import { type AnySchema, type EndpointDescription, isSchema, validatorOf } from '@mortise/contract';
import { ClientError } from './client-error.js';
import { textOf } from './text-of.js';

type Values = Readonly<Record<string, unknown>>;

/** A header value that arrives unchanged: Latin-1, trimmed, and without control characters (RFC 9110 5.5). */
const FIELD = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/** A list item that is not split: it has commas only in quoted strings. */
const ITEM = /^(?:[^",]|"(?:[^"\\]|\\.)*")+$/s;

/** A cookie name that arrives unchanged: Latin-1, without separators and escapes. */
const COOKIE_NAME =
  /^[!-$&-*,-:<>-~\xa1-\xff](?:[ -$&-*,-:<>-~\xa0-\xff]*[!-$&-*,-:<>-~\xa1-\xff])?$/;

/**
 * Encodes the described headers and cookies of a call as headers.
 *
 * Lists are joined with commas. Dates and other values with `toJSON` are written as in JSON. Members that are
 * `undefined` are omitted. So is `null`, unless the schema requires the member or has a default: then it is written as
 * an empty string, which the server reads as `null`.
 *
 * @param operation the name of the operation, for errors
 * @throws {ClientError} `HEADER_INVALID` if the server would read another value
 */
export function describedFields(
  operation: string,
  { headers: schema, cookies: cookieSchema }: EndpointDescription,
  { headers = {}, cookies = {} }: { readonly headers?: Values; readonly cookies?: Values },
): Record<string, string> {
  const refuse = (kind: string, name: string, expected: string): never => {
    const problem = `the ${kind} ${JSON.stringify(name)} would arrive as a different value; expected ${expected}`;
    throw new ClientError('HEADER_INVALID', operation, problem);
  };
  const fields = present(schema, headers).map(([name, value]) => {
    if (value === null)
      return refuse(
        'header',
        name,
        'a value other than null, or a schema that refuses an empty string',
      );
    const items = Array.isArray(value) ? value.map(textOf) : null;
    const text = items === null ? textOf(value) : items.join(',');
    if (text === null || !FIELD.test(text))
      refuse('header', name, 'a string of Latin-1 characters without leading or trailing spaces');
    if (items?.some((item) => item === null || !FIELD.test(item) || !ITEM.test(item)))
      refuse('header', name, 'a list of non-empty strings without commas');
    if (items !== null && acceptsAsOther(schema, headers, name, text))
      refuse('header', name, 'a string, or a schema that only accepts a list');
    return [name, text] as const;
  });
  const pairs = present(cookieSchema, cookies).map(([name, value]) => {
    if (value === null)
      return refuse(
        'cookie',
        name,
        'a value other than null, or a schema that refuses an empty string',
      );
    const isList = Array.isArray(value) && value.length === 1;
    const text = isList ? textOf(value[0]) : textOf(value);
    if (text === null || !text.isWellFormed())
      return refuse('cookie', name, 'one well-formed string');
    if (isList && (text === '' || acceptsAsOther(cookieSchema, cookies, name, text)))
      refuse('cookie', name, 'a non-empty string, or a schema that only accepts a list');
    if (!COOKIE_NAME.test(name))
      refuse(
        'cookie',
        name,
        'a name of Latin-1 characters without "=", ";", "%", "+" or control characters',
      );
    return `${name}=${encodeURIComponent(text)}`;
  });
  if (pairs.length > 0) fields.push(['Cookie', pairs.join('; ')]);
  return Object.fromEntries(fields) as Record<string, string>;
}

/** Returns the members to write. `null` becomes `''`, but stays `null` if the server could read another value. */
function present(
  schema: AnySchema | undefined,
  fields: Values,
): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(fields).flatMap<readonly [string, unknown]>(([name, value]) => {
    if (value !== null) return value === undefined ? [] : [[name, value]];
    const { [name]: _, ...others } = fields;
    const given = readBy(schema, fields);
    const absent = readBy(schema, others);
    const isNone = absent !== null && isNoneIn(JSON.parse(absent), name);
    if (given === null || absent === given || isNone) return [];
    // The server can read an empty string as an empty list, too.
    const isClear = ['', []].every(
      (empty) => readBy(schema, { ...others, [name]: empty }) === null,
    );
    return [[name, isClear ? '' : null]];
  });
}

/** Whether a handler would find neither a value nor a default for a name. */
function isNoneIn(read: unknown, name: string): boolean {
  const values = Object(read) as Values;
  return !Object.hasOwn(values, name) || values[name] === null;
}

/** Whether the schema accepts a list's text as one value, with another result: the server would not read a list. */
function acceptsAsOther(
  schema: AnySchema | undefined,
  fields: Values,
  name: string,
  text: string | null,
): boolean {
  const list = readBy(schema, fields);
  return readingsOf(text).some((value) => {
    const other = readBy(schema, { ...fields, [name]: value });
    return other !== null && other !== list;
  });
}

/** Returns the values that the server can read from a text, besides a list. */
function readingsOf(text: string | null): readonly unknown[] {
  const isNumber = text !== '' && Number.isFinite(Number(text));
  const booleans = [/^(?:true|1|on)$/, /^(?:false|0)$/].map((texts) => texts.test(text ?? ''));
  return [
    text,
    ...(isNumber ? [Number(text)] : []),
    ...(booleans.includes(true) ? [booleans[0]] : []),
  ];
}

/** Returns a schema's result as JSON; `null` if it rejects the values, or is asynchronous and could need the server. */
function readBy(schema: AnySchema | undefined, values: Values): string | null {
  if (!isSchema(schema)) return null;
  const result = validatorOf(schema)(values);
  if (isThenable(result)) ignoreRejection(result);
  else if (result.issues === undefined) return JSON.stringify(result.value, withoutBigInt);
  return null;
}

function withoutBigInt(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
