import type { MessageInterface } from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';

/** The bytes that the Content-Length header states; `null` when it is absent or no number. */
export function contentLengthOf(message: MessageInterface): number | null {
  return parseContentLength(message.getHeaderLine('Content-Length'));
}
