import type { StreamInterface } from '@mortise/http-message';
import { WRITE_TEXT } from '../symbols.js';

/** A body that accepts text without counting its bytes. */
export interface TextBody extends StreamInterface {
  [WRITE_TEXT](text: string): void;
}

/** Writes text at the position of a body, for callers that do not need the number of bytes. */
export function writeText(body: StreamInterface, text: string): void {
  if (WRITE_TEXT in body) (body as TextBody)[WRITE_TEXT](text);
  else body.write(text);
}
