import type { SchemaPart } from '@mortise/contract';
import type { ServerRequestInterface } from '@mortise/http-message';
import { splitList } from '@mortise/http-syntax';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { membersOf } from '../json-schema/members.js';
import { shapeOf } from '../json-schema/shape.js';

/** Reads a part of a request for its schema. */
export type PartSource = (request: ServerRequestInterface) => Readonly<Record<string, unknown>>;

/** Creates the readers of the parts that are text, by the members that their schemas name. */
export const TEXT_SOURCES: Readonly<
  Record<Exclude<SchemaPart, 'args' | 'body'>, (schema: JsonSchema | null) => PartSource>
> = { query: querySource, headers: headerSource, cookies: cookieSource };

/**
 * The members that the object schemas name, and whether each is a list; `null` if no schema is of an object, or one
 * allows other members.
 */
function namedMembers(schema: JsonSchema | null): ReadonlyMap<string, boolean> | null {
  if (schema === null) return null;
  const { objects } = shapeOf(schema, schema);
  const { named, others } = membersOf(objects);
  if (objects.length === 0 || others !== null) return null;
  const isList = (part: unknown): boolean => {
    const { kinds } = shapeOf(part, schema);
    return kinds.has('array') && !kinds.has('string');
  };
  return new Map([...named].map(([name, part]) => [name, isList(part)]));
}

/**
 * Reads the query. A repeated name (`a=1&a=2`) yields all its values where the schema expects a list; PHP would keep
 * only the last.
 */
function querySource(schema: JsonSchema | null): PartSource {
  const members = namedMembers(schema);
  const lists = [...(members?.keys() ?? [])].filter((name) => members?.get(name));
  if (lists.length === 0) return (request) => request.getQueryParams();
  return (request) => {
    const query = request.getQueryParams();
    const single = lists.filter((name) => typeof query[name] === 'string');
    if (single.length === 0) return query;
    const sent = new URLSearchParams(request.getUri().getQuery());
    const read = Object.assign(empty(), query);
    for (const name of single) {
      const values = sent.getAll(name);
      if (values.length > 1) read[name] = values;
    }
    return read;
  };
}

/** Reads the headers that a schema names, in any case; all headers, in lower case, if it names none. */
function headerSource(schema: JsonSchema | null): PartSource {
  const members = namedMembers(schema);
  return (request) => {
    const fields = empty();
    for (const name of members?.keys() ?? Object.keys(request.getHeaders())) {
      if (!request.hasHeader(name)) continue;
      const line = request.getHeaderLine(name);
      if (members === null) fields[name.toLowerCase()] = line;
      else fields[name] = members.get(name) === true ? splitList(line) : line;
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
