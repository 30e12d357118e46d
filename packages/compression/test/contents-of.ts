import type { ResponseInterface } from '@mortise/http-message';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';

/** The bytes of a body; one that does not end fails instead of waiting for the limit of the test. */
export function contentsOf(response: ResponseInterface): Promise<Uint8Array> {
  return waitForEvent('the end of a body', response.getBody().getContents());
}
