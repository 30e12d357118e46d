import { checkData, ofMember, refusePromise } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import { checkResponse } from '../misuse/response-errors.js';
import { writeBody } from './text.js';

/**
 * Returns the response with data as JSON: `application/json`, unless the response already has a type.
 *
 * @param response the new one that a callback receives, whose body is empty: it is written to
 * @param data any value that JSON can represent
 * @param status default: the response's own
 * @throws {TypeError} for data that JSON cannot represent: `undefined`, a function, a promise, a cycle, a bigint. A value
 *   inside the data that would be lost is refused only in development, in the response that a callback receives: a promise, a
 *   `Map`, a `Set`, an iterator or an `Error`, which otherwise become `{}`; `NaN`, `Infinity`, an invalid date or an
 *   absent list item, which become `null`. Members that are `undefined` or functions are omitted
 * @throws {CodedError} `RESPONSE_INVALID` if `response` is missing, or already has a body, from another `json`, `text` or
 *   `html`, or because it is kept for several requests; in development, for a status without a body
 */
export function json(
  response: ResponseInterface,
  data: unknown,
  status?: number,
): ResponseInterface {
  checkResponse('json', response, status);
  const text = jsonText(data);
  checkData(response.getBody(), data, text);
  return writeBody(response, text, 'application/json', status);
}

/** Returns data as JSON, on one line. @throws {TypeError} like {@link json} outside development */
export function jsonText(data: unknown): string {
  refusePromise('', data);
  let text;
  try {
    text = JSON.stringify(data) as string | undefined;
  } catch (error) {
    JSON.stringify(data, refuseBigInt);
    throw error;
  }
  if (text === undefined) {
    throw new TypeError(
      `JSON cannot represent ${typeof data}: pass an object, a list, a string, a number, a boolean or null`,
    );
  }
  return text;
}

function refuseBigInt(name: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  throw new TypeError(
    `JSON cannot represent the bigint ${value}n${ofMember(name)}: write String(value) or Number(value)`,
  );
}
