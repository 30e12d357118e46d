import { isFieldValue, isToken, trimOws } from '@mortise/http-syntax';
import { invalid } from './message-error.js';

/**
 * Headers in the order of the message: name, value, name, value, ... Never changed after its
 * creation, so that messages can share it. Scanning it is faster than a map for the usual number of
 * headers, and it costs nothing to build.
 */
export type HeaderList = readonly string[];

/**
 * Lists of one `Content-Type` by its value: most responses begin with one of a few constants. Only the first
 * values are kept, in case an application generates them.
 */
const CONTENT_TYPES = new Map<string, HeaderList>();
const MOST_CONTENT_TYPES = 32;

/** Returns the values of one header, in order; a new array. */
export function headerValues(list: HeaderList, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < list.length; at += 2) {
    if (isName(list[at] as string, name)) values.push(list[at + 1] as string);
  }
  return values;
}

/** Returns the index of the first entry of a name, or -1. */
export function headerIndex(list: HeaderList, name: string): number {
  for (let at = 0; at < list.length; at += 2) {
    if (isName(list[at] as string, name)) return at;
  }
  return -1;
}

/** Returns the values joined by `separator`; `''` if there are none. */
export function headerLine(list: HeaderList, name: string, separator: string): string {
  const first = headerIndex(list, name);
  if (first === -1) return '';
  let line = list[first + 1] as string;
  for (let at = first + 2; at < list.length; at += 2) {
    if (isName(list[at] as string, name)) line += separator + (list[at + 1] as string);
  }
  return line;
}

/** Returns all values by name, each in the case of its first entry; all objects are new. */
export function headersByName(list: HeaderList): Record<string, string[]> {
  const byName = Object.create(null) as Record<string, string[]>;
  const spelling = new Map<string, string>();
  for (let at = 0; at < list.length; at += 2) {
    const name = list[at] as string;
    const lower = name.toLowerCase();
    const first = spelling.get(lower);
    if (first === undefined) {
      spelling.set(lower, name);
      byName[name] = [list[at + 1] as string];
    } else byName[first]?.push(list[at + 1] as string);
  }
  return byName;
}

/** Returns the list with other values for a name, at the position of the name's first entry or at the end. */
export function replaceHeader(
  list: HeaderList,
  name: string,
  value: string | readonly string[],
): HeaderList {
  if (list.length === 0 && name === 'Content-Type') return contentType(value);
  const fields = fieldsOf(name, value);
  const first = headerIndex(list, name);
  if (first === -1) return appended(list, fields);
  const all = list.slice(0, first);
  for (const part of fields) all.push(part);
  for (let at = first + 2; at < list.length; at += 2) {
    const field = list[at] as string;
    if (!isName(field, name)) all.push(field, list[at + 1] as string);
  }
  return all;
}

/** Returns the list with more values, after the name's last entry or at the end. */
export function addHeader(
  list: HeaderList,
  name: string,
  value: string | readonly string[],
): HeaderList {
  const fields = fieldsOf(name, value);
  const first = headerIndex(list, name);
  if (first === -1) return appended(list, fields);
  let last = first;
  for (let at = first + 2; at < list.length; at += 2) {
    if (isName(list[at] as string, name)) last = at;
  }
  for (let at = 0; at < fields.length; at += 2) fields[at] = list[first] as string;
  return list.toSpliced(last + 2, 0, ...fields);
}

/** Returns the list without a name; the same list if it has no such name. */
export function removeHeader(list: HeaderList, name: string): HeaderList {
  if (headerIndex(list, name) === -1) return list;
  const rest: string[] = [];
  for (let at = 0; at < list.length; at += 2) {
    const field = list[at] as string;
    if (!isName(field, name)) rest.push(field, list[at + 1] as string);
  }
  return rest;
}

/** RFC 9110 7.2: Host comes first. */
export function replaceHost(list: HeaderList, host: string): HeaderList {
  const missing = headerIndex(list, 'Host') === -1;
  return missing ? [...fieldsOf('Host', host), ...list] : replaceHeader(list, 'Host', host);
}

function contentType(value: string | readonly string[]): HeaderList {
  if (typeof value !== 'string') return fieldsOf('Content-Type', value);
  const known = CONTENT_TYPES.get(value);
  if (known !== undefined) return known;
  const list = fieldsOf('Content-Type', value);
  if (CONTENT_TYPES.size < MOST_CONTENT_TYPES) CONTENT_TYPES.set(value, list);
  return list;
}

/** `concat` and spreading take three times as long. */
function appended(list: HeaderList, fields: readonly string[]): HeaderList {
  const all = list.slice();
  for (const part of fields) all.push(part);
  return all;
}

/** `field` is a name from the list, a token; `name` can be any text. Most names differ in length or last character. */
function isName(field: string, name: string): boolean {
  const last = field.length - 1;
  if (name.length - 1 !== last) return false;
  // The two cases of an ASCII letter differ in one bit.
  if (((field.charCodeAt(last) ^ name.charCodeAt(last)) & ~0x20) !== 0) return false;
  // U+212A in lower case is an ASCII k, but is not a token character.
  return field === name || (field.toLowerCase() === name.toLowerCase() && isToken(name));
}

/** Returns checked entries, one for each value; everything is checked before anything is used. */
function fieldsOf(name: string, value: string | readonly string[]): string[] {
  if (typeof name !== 'string' || !isToken(name)) {
    throw invalid('HEADER_NAME_INVALID', 'header name', 'a token', name);
  }
  if (typeof value === 'string') return [name, checkedValue(value)];
  if (!Array.isArray(value) || value.length === 0) {
    const expected = 'a string, or a list of at least one';
    throw invalid('HEADER_VALUE_INVALID', 'header value', expected, value);
  }
  return value.flatMap((one: string) => [name, checkedValue(one)]);
}

function checkedValue(value: string): string {
  const trimmed = typeof value === 'string' ? trimOws(value) : '\0';
  if (isFieldValue(trimmed)) return trimmed;
  const expected = 'only visible ASCII, spaces, tabs and U+0080 to U+00FF';
  throw invalid('HEADER_VALUE_INVALID', 'header value', expected, value);
}
