import { isBodilessStatus } from '@mortise/base/message';
import type { ResponseInterface, StreamInterface } from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { refuseLost } from './lost-values.js';

/** On a body, because a response does not tell whether its application is in development. */
const NOTE = Symbol('note of development');

/** Makes {@link checkWrite} and {@link checkData} look for mistakes in the response that a callback receives. */
export function noteBody(response: ResponseInterface): void {
  Reflect.defineProperty(response.getBody(), NOTE, { value: true });
}

function isNoted(body: StreamInterface & { readonly [NOTE]?: true }): boolean {
  return body[NOTE] === true;
}

/**
 * Refuses text for a noted body that is not sent because of the status (RFC 9110 6.4.1, 15.3.6).
 *
 * @throws {AppError} `RESPONSE_INVALID`
 */
export function checkWrite(
  response: ResponseInterface,
  content: string,
  status = response.getStatusCode(),
): void {
  if (content === '' || !isBodilessStatus(status) || !isNoted(response.getBody())) return;
  const text = `a response with status ${status} has no body, so its content would be dropped: write return response.withStatus(${status}), or choose a status with a body, such as 200`;
  throw new AppError('RESPONSE_INVALID', text);
}

/** Refuses data for a noted body that JSON does not keep. @param text the data as JSON */
export function checkData(body: StreamInterface, data: unknown, text: string): void {
  if (isNoted(body)) refuseLost(data, text);
}
