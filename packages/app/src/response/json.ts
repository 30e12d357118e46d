import type { ResponseInterface } from '@mortise/http-message';
import { checkResponse } from '../foreign-habits.js';
import { writeBody } from './text.js';

/**
 * Returns the response with data as JSON: `application/json`, unless the response already has a type.
 *
 * @param response its body is written to; usually the fresh one that a callback receives
 * @param data any value that JSON can represent; `undefined` and functions at the top level are refused
 * @param status default: the response's own
 * @throws {TypeError} for data without a JSON form: `undefined`, a function, a cycle, a bigint
 */
export function json(
  response: ResponseInterface,
  data: unknown,
  status?: number,
): ResponseInterface {
  checkResponse('json', response);
  return writeBody(response, jsonText(data), 'application/json', status);
}

/** Returns data as JSON, on one line. @throws {TypeError} as {@link json} */
export function jsonText(data: unknown): string {
  const text = JSON.stringify(data) as string | undefined;
  if (text !== undefined) return text;
  throw new TypeError(
    `JSON cannot represent ${typeof data}: pass an object, a list, a string, a number, a boolean or null`,
  );
}
