import type { ResponseInterface } from '@mortise/http-message';
import { written } from './written.js';

/**
 * Answers with data as JSON: `application/json`, unless the response names a type already.
 *
 * @param response its body is written to; a fresh one, as a callback gets it
 * @param data anything that JSON knows; `undefined` and functions at the top are refused
 * @param status default: the response's own
 * @throws {TypeError} for data without a JSON form: `undefined`, a function, a cycle, a bigint
 */
export function json(
  response: ResponseInterface,
  data: unknown,
  status?: number,
): ResponseInterface {
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) throw new TypeError(`${typeof data} has no JSON form`);
  return written(response, text, 'application/json', status);
}
