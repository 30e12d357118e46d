import type { QueryValue, ServerRequestInterface } from '@mortise/http-message';
import { bodyMember, bodyMembers } from './body-members.js';

/** Returns one parameter of the query, or `fallback` if absent. */
export function queryParam<D>(
  request: ServerRequestInterface,
  key: string,
  fallback: D,
): QueryValue | D {
  return memberOf(request.getQueryParams(), key) ?? fallback;
}

/** Returns one cookie, or `fallback` if absent. */
export function cookieParam<D>(
  request: ServerRequestInterface,
  key: string,
  fallback: D,
): string | D {
  return memberOf(request.getCookieParams(), key) ?? fallback;
}

/** Returns one server parameter (`'HTTP_AUTHORIZATION'`), or `fallback` if absent. */
export function serverParam<D>(
  request: ServerRequestInterface,
  key: string,
  fallback: D,
): string | D {
  return memberOf(request.getServerParams(), key) ?? fallback;
}

/**
 * Returns one parameter of the parsed body, for any kind of body: a member of a map or a list, a child
 * element of XML.
 *
 * @returns `fallback` if it is absent or `null`, or if there is no parsed body
 */
export function parsedBodyParam(
  request: ServerRequestInterface,
  key: string,
  fallback: unknown,
): unknown {
  return bodyMember(request.getParsedBody(), key) ?? fallback;
}

/** Returns one parameter of the parsed body, else of the query, else `fallback`. */
export function param(request: ServerRequestInterface, key: string, fallback: unknown): unknown {
  return bodyMember(request.getParsedBody(), key) ?? queryParam(request, key, fallback);
}

/**
 * Merges the parameters of the query with those of the parsed body, which win.
 *
 * @param only names to keep; `[]` and `null` keep all
 * @returns an object with a null prototype
 */
export function params(
  request: ServerRequestInterface,
  only: readonly string[] | null,
): Readonly<Record<string, unknown>> {
  const all = Object.assign(
    Object.create(null) as Record<string, unknown>,
    request.getQueryParams(),
    bodyMembers(request.getParsedBody()),
  );
  if (only === null || only.length === 0) return all;
  const chosen = Object.create(null) as Record<string, unknown>;
  for (const name of only) if (name in all) chosen[name] = all[name];
  return chosen;
}

function memberOf<T>(map: Readonly<Record<string, T | undefined>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
