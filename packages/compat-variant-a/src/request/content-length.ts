import type { MessageInterface } from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';

/** Returns the bytes of the Content-Length header; `null` if it is absent or not a number. */
export function contentLengthOf(message: MessageInterface): number | null {
  return parseContentLength(message.getHeaderLine('Content-Length'));
}
