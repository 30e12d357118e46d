import type { ResponseInterface, StreamInterface } from '@mortise/http-message';
import { CodedError } from '../coded-error.js';
import { WRITE_TEXT } from '../symbols.js';
import { closeUnsent } from './close-unsent.js';

/** A body that accepts text without counting its bytes. */
export interface TextBody extends StreamInterface {
  [WRITE_TEXT](text: string): void;
}

const WRITTEN =
  "the response already has a body: after json, text or html, return the result; create a new response for each request; to replace a body, first write response = response.withBody(app.factories.createStream(''))";

/**
 * Writes text to the empty body of a response, without counting its bytes.
 *
 * @throws {CodedError} `RESPONSE_INVALID` if the body has content, or is a stream, which is closed. Both would be sent, and
 *   from a response that is kept for several requests, a client would get what another one may read
 */
export function writeText(response: ResponseInterface, text: string): void {
  const body = response.getBody();
  if (body.getSize() !== 0) {
    closeUnsent(body);
    throw new CodedError('RESPONSE_INVALID', WRITTEN);
  }
  appendText(body, text);
}

/** Writes text at the position of a body, without counting its bytes. */
export function appendText(body: StreamInterface, text: string): void {
  if (WRITE_TEXT in body) (body as TextBody)[WRITE_TEXT](text);
  else body.write(text);
}
