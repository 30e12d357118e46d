import type { ResponseInterface, StreamInterface } from '@mortise/http-message';
import { isBodilessStatus } from '@mortise/base/message';
import { AppError } from '../app-error.js';
import { refuseLost } from './lost-values.js';

/** What development notes on a body, because a response does not tell whether its application is in development. */
interface BodyNote {
  isWritten: boolean;
}

const NOTE = Symbol('note of development');

/** Makes {@link checkWrite} and {@link checkData} look for mistakes in the response that a callback receives. */
export function noteBody(response: ResponseInterface): void {
  Reflect.defineProperty(response.getBody(), NOTE, { value: { isWritten: false } });
}

function noteOf(body: StreamInterface & { readonly [NOTE]?: BodyNote }): BodyNote | undefined {
  return body[NOTE];
}

/**
 * Refuses a second text for a noted body: the result of the first call, which has the type, was dropped, and both
 * contents would be sent. Also refuses a text that is not sent because of the status (RFC 9110 6.4.1, 15.3.6).
 *
 * @param content must not be empty for the latter
 * @throws {AppError} `RESPONSE_INVALID`
 */
export function checkWrite(
  body: StreamInterface,
  response: ResponseInterface,
  content: string,
  status = response.getStatusCode(),
): void {
  const note = noteOf(body);
  if (note === undefined) return;
  if (content !== '' && isBodilessStatus(status)) {
    const text = `a response with status ${status} has no body, so its content would be dropped: write return response.withStatus(${status}), or choose a status with a body, such as 200`;
    throw new AppError('RESPONSE_INVALID', text);
  }
  if (note.isWritten && !response.hasHeader('Content-Type')) {
    const text =
      'the response already has a body, from a call of json, text or html whose result was dropped: write return before the first call, as in if (...) return text(response, ...)';
    throw new AppError('RESPONSE_INVALID', text);
  }
  note.isWritten = true;
}

/** Refuses data for a noted body that JSON does not keep. @param text the data as JSON */
export function checkData(body: StreamInterface, data: unknown, text: string): void {
  if (noteOf(body) !== undefined) refuseLost(data, text);
}
