import { withType, writeText } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';

const HTML = 'text/html; charset=utf-8';

/** Writes a rendered page to the body of a response, and sets its type to HTML unless it already has one. */
export function writePage<R extends ResponseInterface>(response: R, page: string): R {
  writeText(response, page);
  return withType(response, HTML);
}
