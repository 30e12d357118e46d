import { ignoreRejection, isThenable } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { checkResponse } from '../misuse/response-errors.js';
import { noteOf, writeBody } from './text.js';

/**
 * Returns the response with data as JSON: `application/json`, unless the response already has a type.
 *
 * @param response usually the fresh one that a callback receives; its body is written to
 * @param data any value that JSON can represent
 * @param status default: the response's own
 * @throws {TypeError} for data that JSON cannot represent: `undefined`, a function, a promise, a cycle, a bigint. A
 *   promise inside the data is refused only in development, in the response that a callback receives; otherwise it
 *   becomes `{}`
 * @throws {AppError} `RESPONSE_INVALID` if `response` is missing, or in development, if another `json`, `text` or `html` has
 *   written to it and its result was dropped, as without `return`
 */
export function json(
  response: ResponseInterface,
  data: unknown,
  status?: number,
): ResponseInterface {
  checkResponse('json', response, status);
  const text = jsonText(data);
  if (noteOf(response.getBody()) !== undefined) refusePromises(data, text);
  return writeBody(response, text, 'application/json', status);
}

/** Returns data as JSON, on one line. @throws {TypeError} like {@link json}, but for no promise inside the data */
export function jsonText(data: unknown): string {
  refusePromise('', data);
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) {
    throw new TypeError(
      `JSON cannot represent ${typeof data}: pass an object, a list, a string, a number, a boolean or null`,
    );
  }
  return text;
}

/** Refuses promises inside data. @param text the data as JSON, in which a promise is `{}` @throws {TypeError} */
export function refusePromises(data: unknown, text: string): void {
  if (text.includes('{}')) JSON.stringify(data, refusePromise);
}

function refusePromise(name: string, value: unknown): unknown {
  if (!isThenable(value)) return value;
  ignoreRejection(value);
  throw new TypeError(`await the promise${name && ` ${name}`}: JSON cannot represent it`);
}
