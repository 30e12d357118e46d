import type { RequestLifetimeInterface } from '@mortise/http-message';
import { FOR_ONE_USER, headersOf, NOT_STORED } from '../error-headers.js';
import { RESPONSE_MARKS } from '../keys.js';
import { privateOf, TARGETED } from '../shared-caches.js';

/** The name and value of a header. */
type Field = readonly [name: string, value: string];

/**
 * Returns the headers of an error for the response of an adapter: its own (`headersOf`), and those for caches, and cookies,
 * that layers have requested with `markResponse`, which an adapter adds if no application has turned the error into a response.
 *
 * @param lifetime that of the request
 * @returns names and values; `Vary` can be there more than once
 */
export function errorFields(error: unknown, lifetime: RequestLifetimeInterface): readonly Field[] {
  const own = headersOf(error);
  const marks = lifetime.getValue(RESPONSE_MARKS);
  if (marks === undefined) return own;
  const names = marks.vary.map((name): Field => ['Vary', name]);
  if (marks.cookies !== undefined) {
    const cookies = [...marks.cookies.values()].map((cookie): Field => ['Set-Cookie', cookie]);
    return [...forAll(own), ...names, ['Cache-Control', NOT_STORED], ...cookies];
  }
  if (!marks.isPrivate) return [...own, ...names];
  const line = own
    .filter(isCaching)
    .map(([, value]) => value)
    .join(', ');
  const caching: Field = ['Cache-Control', line === '' ? FOR_ONE_USER : privateOf(line)];
  return [...forAll(own), ...names, caching];
}

function forAll(fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !isCaching(field) && !targeted.has(field[0].toLowerCase()));
}

const targeted = new Set(TARGETED.map((name) => name.toLowerCase()));

function isCaching([name]: Field): boolean {
  return name.toLowerCase() === 'cache-control';
}
