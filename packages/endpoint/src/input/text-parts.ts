import type { ServerRequestInterface } from '@mortise/http-message';
import { splitList } from '@mortise/http-syntax';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { propertiesOf, shapeOf } from '../json-schema/shape.js';

/** Reads a part of a request, for its schema. */
export type PartSource = (request: ServerRequestInterface) => Readonly<Record<string, unknown>>;

/** The members that the objects of a schema name; `null` if there is no object, or one that is open. */
interface NamedMembers {
  readonly names: readonly string[];

  /** Those of {@link names} that can be lists. */
  readonly lists: readonly string[];
}

function namedMembers(schema: JsonSchema | null): NamedMembers | null {
  if (schema === null) return null;
  const { objects } = shapeOf(schema, schema);
  const isOpen = objects.some(({ additionalProperties: open = false }) => open !== false);
  if (objects.length === 0 || isOpen) return null;
  const members = objects.flatMap((object) => Object.entries(propertiesOf(object)));
  const lists = members.filter(([, part]) => {
    const { kinds } = shapeOf(part, schema);
    return kinds.has('array') && !kinds.has('string');
  });
  return {
    names: [...new Set(members.map(([name]) => name))],
    lists: [...new Set(lists.map(([name]) => name))],
  };
}

/**
 * Reads the query. A name that is repeated (`a=1&a=2`) gives all its values where the schema wants a list; PHP
 * would keep the last.
 */
export function querySource(schema: JsonSchema | null): PartSource {
  const lists = namedMembers(schema)?.lists ?? [];
  return (request) => {
    const query = request.getQueryParams();
    const single = lists.filter((name) => typeof query[name] === 'string');
    if (single.length === 0) return query;
    const repeated = new URLSearchParams(request.getUri().getQuery());
    let copy: Record<string, unknown> | null = null;
    for (const name of single) {
      const values = repeated.getAll(name);
      if (values.length < 2) continue;
      copy ??= Object.assign(Object.create(null) as Record<string, unknown>, query);
      copy[name] = values;
    }
    return copy ?? query;
  };
}

/** Reads the header fields that a schema names, in any case; all of them, in lower case, if it names none. */
export function headerSource(schema: JsonSchema | null): PartSource {
  const members = namedMembers(schema);
  return (request) => {
    const fields = Object.create(null) as Record<string, unknown>;
    const names = members?.names ?? Object.keys(request.getHeaders());
    for (const name of names) {
      if (!request.hasHeader(name)) continue;
      const line = request.getHeaderLine(name);
      const isList = members?.lists.includes(name) === true;
      fields[members === null ? name.toLowerCase() : name] = isList ? splitList(line) : line;
    }
    return fields;
  };
}

/** Reads the cookies that a schema names; all of them if it names none. */
export function cookieSource(schema: JsonSchema | null): PartSource {
  const members = namedMembers(schema);
  if (members === null) return (request) => request.getCookieParams();
  return (request) => {
    const cookies = request.getCookieParams();
    const named = Object.create(null) as Record<string, unknown>;
    for (const name of members.names) {
      if (Object.hasOwn(cookies, name)) named[name] = cookies[name];
    }
    return named;
  };
}
