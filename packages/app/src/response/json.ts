import { ignoreRejection, isThenable } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { checkResponse } from '../foreign-habits.js';
import { writeBody } from './text.js';

/**
 * Returns the response with data as JSON: `application/json`, unless the response already has a type.
 *
 * @param response usually the fresh one that a callback receives; its body is written to
 * @param data any value that JSON can represent
 * @param status default: the response's own
 * @throws {TypeError} for data that JSON cannot represent: `undefined`, a function, a promise, a cycle, a bigint. A
 *   promise inside the data is refused only in development; otherwise it becomes `{}`
 * @throws {AppError} `RESPONSE_INVALID` if `response` is missing
 */
export function json(
  response: ResponseInterface,
  data: unknown,
  status?: number,
): ResponseInterface {
  checkResponse('json', response);
  return writeBody(response, jsonText(data), 'application/json', status);
}

/** Returns data as JSON, on one line. @throws {TypeError} like {@link json} */
export function jsonText(data: unknown): string {
  refusePromise('', data);
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) {
    throw new TypeError(
      `JSON cannot represent ${typeof data}: pass an object, a list, a string, a number, a boolean or null`,
    );
  }
  // A promise is written as `{}`.
  if (checks.promises && text.includes('{}')) JSON.stringify(data, refusePromise);
  return text;
}

/** What {@link jsonText} checks. The first application in development sets it: `json` does not know its application. */
export const checks = { promises: false };

function refusePromise(name: string, value: unknown): unknown {
  if (!isThenable(value)) return value;
  ignoreRejection(value);
  throw new TypeError(`await the promise${name && ` ${name}`}: JSON cannot represent it`);
}
