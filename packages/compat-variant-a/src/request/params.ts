import { noteCookiesPassed } from '@mortise/base/adapter';
import type { QueryValue, ServerRequestInterface } from '@mortise/http-message';
import { bodyMember, bodyMembers } from './body-members.js';

/** Returns a query parameter, or `fallback` if it is absent. */
export function queryParam<D>(
  request: ServerRequestInterface,
  key: string,
  fallback: D,
): QueryValue | D {
  return memberOf(request.getQueryParams(), key) ?? fallback;
}

/** Returns the value of a cookie, or `fallback` if it is absent. */
export function cookieParam<D>(
  request: ServerRequestInterface,
  key: string,
  fallback: D,
): string | D {
  noteCookiesPassed(request);
  return memberOf(request.getCookieParams(), key) ?? fallback;
}

/** Returns a server parameter (`'HTTP_AUTHORIZATION'`), or `fallback` if it is absent. */
export function serverParam<D>(
  request: ServerRequestInterface,
  key: string,
  fallback: D,
): string | D {
  return memberOf(request.getServerParams(), key) ?? fallback;
}

/**
 * Returns a parameter of the parsed body: a member of an object or a list, or a child element of XML.
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

/** Returns a parameter of the parsed body, or of the query if the body has none, or else `fallback`. */
export function param(request: ServerRequestInterface, key: string, fallback: unknown): unknown {
  return bodyMember(request.getParsedBody(), key) ?? queryParam(request, key, fallback);
}

/**
 * Merges the parameters of the query and of the parsed body, which take precedence.
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
