import type { ServerRequestInterface } from '@mortise/http-message';
import { splitList } from '@mortise/http-syntax';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { membersOf } from '../json-schema/members.js';
import { shapeOf } from '../json-schema/shape.js';

/** Reads a part of a request for its schema. */
export type PartSource = (request: ServerRequestInterface) => Readonly<Record<string, unknown>>;

/** Creates the readers of headers and cookies, by the members that their schemas name. */
export const TEXT_SOURCES: Readonly<
  Record<'cookies' | 'headers', (schema: JsonSchema | null) => PartSource>
> = { headers: headerSource, cookies: cookieSource };

/** How many values a member accepts. */
type Count = 'one' | 'list' | 'both';

/**
 * The members that the object schemas name, and what they accept; `null` if no schema is of an object, or one allows
 * other members.
 */
function namedMembers(schema: JsonSchema | null): ReadonlyMap<string, Count> | null {
  if (schema === null) return null;
  const { objects } = shapeOf(schema, schema);
  const { named, others } = membersOf(objects);
  if (objects.length === 0 || others !== null) return null;
  const countOf = (part: unknown): Count => {
    const { kinds } = shapeOf(part, schema);
    if (!kinds.has('array')) return 'one';
    return kinds.has('string') ? 'both' : 'list';
  };
  return new Map([...named].map(([name, part]) => [name, countOf(part)]));
}

/**
 * Reads the headers that a schema names, in any case; all headers, in lower case, if it names none. One that can be text
 * or a list is a list if the request has several lines of it.
 */
function headerSource(schema: JsonSchema | null): PartSource {
  const members = namedMembers(schema);
  return (request) => {
    const fields = empty();
    for (const name of members?.keys() ?? Object.keys(request.getHeaders())) {
      if (!request.hasHeader(name)) continue;
      const line = request.getHeaderLine(name);
      if (members === null) fields[name.toLowerCase()] = line;
      else {
        const count = members.get(name);
        const isList = count === 'list' || (count === 'both' && request.getHeader(name).length > 1);
        fields[name] = isList ? splitList(line) : line;
      }
    }
    return fields;
  };
}

/** Reads the cookies that a schema names; all of them if it names none. */
function cookieSource(schema: JsonSchema | null): PartSource {
  const members = namedMembers(schema);
  return (request) => {
    const cookies = request.getCookieParams();
    if (members === null) return cookies;
    const named = empty();
    for (const name of members.keys()) {
      if (Object.hasOwn(cookies, name)) named[name] = cookies[name];
    }
    return named;
  };
}

function empty(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
