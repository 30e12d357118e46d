import type { MessageInterface } from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';

/** Returns the value of the Content-Length header, in bytes; `null` if it is absent or not a number. */
export function contentLengthOf(message: MessageInterface): number | null {
  return parseContentLength(message.getHeaderLine('Content-Length'));
}

/** Whether the `X-Requested-With` header is `XMLHttpRequest` (case-sensitive). */
export function isXhr(message: MessageInterface): boolean {
  return message.getHeaderLine('X-Requested-With') === 'XMLHttpRequest';
}
