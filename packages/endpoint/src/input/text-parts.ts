import { noteCookiesPassed } from '@mortise/base/adapter';
import type { ServerRequestInterface } from '@mortise/http-message';
import { splitList } from '@mortise/http-syntax';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { membersOf } from '../json-schema/members.js';
import { shapeOf } from '../json-schema/shape.js';

/**
 * Reads a part of a request for its schema.
 *
 * @param lists names of headers to read as lists, if their schema accepts strings and lists
 */
export type PartSource = (
  request: ServerRequestInterface,
  lists?: ReadonlySet<unknown>,
) => Readonly<Record<string, unknown>>;

/** Creates the readers of headers and cookies for the members that a schema names. */
export const TEXT_SOURCES: Readonly<
  Record<'cookies' | 'headers', (schema: JsonSchema | null) => PartSource>
> = { headers: headerSource, cookies: cookieSource };

/** How many values a member accepts: `listOrFilled` means a list, or a string that is not empty. */
type Count = 'one' | 'list' | 'both' | 'listOrFilled';

/** The members that a schema names, with the number of their values. */
interface NamedMembers {
  readonly named: ReadonlyMap<string, Count>;

  /** Whether other members are read too: if no alternative is an object schema, or one allows additional members. */
  readonly isOpen: boolean;
}

function namedMembers(schema: JsonSchema | null): NamedMembers {
  if (schema === null) return { named: new Map(), isOpen: true };
  const { objects } = shapeOf(schema, schema);
  const { named, others } = membersOf(objects);
  const countOf = (part: unknown): Count => {
    const { kinds, takesEmptyText } = shapeOf(part, schema);
    if (!kinds.has('array')) return 'one';
    if (!kinds.has('string')) return 'list';
    return takesEmptyText ? 'both' : 'listOrFilled';
  };
  return {
    named: new Map([...named].map(([name, part]) => [name, countOf(part)])),
    isOpen: objects.length === 0 || others !== null,
  };
}

/**
 * Reads the headers that a schema names, ignoring case; also all others, under lower-case names, if the schema allows
 * them. A header that can be a string or a list is a list if the request has several lines of it.
 */
function headerSource(schema: JsonSchema | null): PartSource {
  const { named, isOpen } = namedMembers(schema);
  const own = new Set([...named.keys()].map((name) => name.toLowerCase()));
  return (request, lists) => {
    const fields = empty();
    for (const name of isOpen ? Object.keys(request.getHeaders()) : []) {
      const lower = name.toLowerCase();
      if (!own.has(lower)) fields[lower] = request.getHeaderLine(name);
    }
    for (const [name, count] of named) {
      if (!request.hasHeader(name)) continue;
      const isList = lists?.has(name) === true || request.getHeader(name).length > 1;
      fields[name] = headerValue(request.getHeaderLine(name), count, isList);
    }
    return fields;
  };
}

/**
 * Splits a header that is a list. If no string is accepted, one item stays a string: it can also be a number or boolean,
 * and coercion makes a list of it otherwise.
 *
 * @param isList whether the header is a list if its schema also accepts strings
 */
function headerValue(line: string, count: Count, isList: boolean): string | readonly string[] {
  if (count === 'one' || (count === 'both' && !isList)) return line;
  if (count === 'listOrFilled' && !isList && line !== '') return line;
  const items = splitList(line);
  return items.length === 1 && count === 'list' ? line : items;
}

/** Reads the cookies that a schema names; also all others if the schema allows them. */
function cookieSource(schema: JsonSchema | null): PartSource {
  const { named, isOpen } = namedMembers(schema);
  return (request) => {
    noteCookiesPassed(request);
    const cookies = request.getCookieParams();
    if (isOpen) return cookies;
    const fields = empty();
    for (const name of named.keys()) {
      if (Object.hasOwn(cookies, name)) fields[name] = cookies[name];
    }
    return fields;
  };
}

function empty(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
