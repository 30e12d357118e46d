import type { ResponseInterface, StreamInterface } from '@mortise/http-message';
import { NOTED_BODY } from '../symbols.js';
import { refuseLost } from './lost-values.js';

/** Makes {@link isNoted} true, and {@link checkData} look for mistakes in the response that a callback receives. */
export function noteBody(response: ResponseInterface): void {
  Reflect.defineProperty(response.getBody(), NOTED_BODY, { value: true });
}

/** Whether a body belongs to such a response. */
export function isNoted(body: StreamInterface): boolean {
  const own: StreamInterface & { readonly [NOTED_BODY]?: true } = body;
  return own[NOTED_BODY] === true;
}

/** Refuses data for a noted body that JSON does not keep. @param text the data as JSON */
export function checkData(body: StreamInterface, data: unknown, text: string): void {
  if (isNoted(body)) refuseLost(data, text);
}
