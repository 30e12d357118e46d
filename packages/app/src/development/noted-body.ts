import type { ResponseInterface, StreamInterface } from '@mortise/http-message';
import { refuseLost } from './lost-values.js';

/** On a body, because a response does not tell whether its application is in development. */
const NOTE = Symbol('note of development');

/** Makes {@link checkData} look at the data that is written to the response that a callback receives. */
export function noteBody(response: ResponseInterface): void {
  Reflect.defineProperty(response.getBody(), NOTE, { value: true });
}

/** Refuses data for a noted body that JSON does not keep. @param text the data as JSON */
export function checkData(
  body: StreamInterface & { readonly [NOTE]?: true },
  data: unknown,
  text: string,
): void {
  if (body[NOTE] === true) refuseLost(data, text);
}
