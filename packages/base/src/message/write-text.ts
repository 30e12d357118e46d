import type { StreamInterface } from '@mortise/http-message';

/**
 * The member by which an in-memory body takes text without counting its bytes, as `write` has to: a short response is
 * counted once, by what sends it.
 */
export const WRITE_TEXT: unique symbol = Symbol.for('@mortise/base/write-text');

/** A body that can take text without counting it. */
export interface TextBody extends StreamInterface {
  [WRITE_TEXT](text: string): void;
}

/** Writes text at the position of a body, for callers that do not need the number of bytes. */
export function writeText(body: StreamInterface, text: string): void {
  if (WRITE_TEXT in body) (body as TextBody)[WRITE_TEXT](text);
  else body.write(text);
}
