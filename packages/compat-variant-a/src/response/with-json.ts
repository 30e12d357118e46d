import { ignoreRejection, isThenable } from '@mortise/base';
import { checkData } from '@mortise/base/message';
import type { ResponseInterface, StreamFactoryInterface } from '@mortise/http-message';
import { VariantAError } from '../variant-a-error.js';

/**
 * Returns a response whose body is replaced with data as JSON: `application/json`.
 *
 * Values that JSON lacks are written as by `JSON.stringify`: `NaN` as `null`, a `Map` as `{}`. In development, the
 * response that a callback receives refuses them.
 *
 * @param status default: the response's own
 * @throws {VariantAError} `JSON_INVALID` for `undefined`, functions and promises
 * @throws {TypeError} for a cycle or a bigint, and in development for a value that JSON does not keep
 */
export function withJson<R extends ResponseInterface>(
  response: R,
  data: unknown,
  status: number | null,
  streams: StreamFactoryInterface,
): R {
  if (isThenable(data)) {
    ignoreRejection(data);
    throw VariantAError.invalidJson(data);
  }
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) throw VariantAError.invalidJson(data);
  checkData(response.getBody(), data, text);
  const answer = response
    .withHeader('Content-Type', 'application/json')
    .withBody(streams.createStream(text));
  return status === null ? answer : answer.withStatus(status);
}
