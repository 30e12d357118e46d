import { quote } from '@mortise/base';
import { isResponse } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import { FetchAdapterError } from '../fetch-adapter-error.js';

/** Checks the result of handlers without types. */
export function assertResponse(response: unknown): void {
  if (isResponse(response)) return;
  const text = `the handler returned ${quote(response)} instead of a response; is a "return" missing?`;
  throw new FetchAdapterError('RESPONSE_INVALID', text, 500);
}

/** Closes the body of a response that is not sent. The response can be any value. */
export function discard(response: ResponseInterface): void {
  try {
    response.getBody().close();
  } catch {
    return;
  }
}
