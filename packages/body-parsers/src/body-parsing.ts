import { isThenable } from '@mortise/base';
import { parseBodyWith } from '@mortise/base/message';
import type { MiddlewareInterface } from '@mortise/http-message';
import type { BodyParsingOptions } from './body-options.js';
import { bodyParser } from './body-parser.js';

/**
 * Creates middleware that parses each request body whose media type it knows, and then passes the request along. The raw
 * body stays readable unless a reader consumed it.
 *
 * The request is passed along unchanged if its media type is unknown or malformed, if the body cannot
 * be decoded or is empty (an empty form is `{}`, except that of a `GET` or `HEAD` request), and if it
 * already has a parsed body. An in-memory body is parsed synchronously. A body that an outer layer has parsed with
 * `parseBody` is not parsed again.
 *
 * Its `process` throws, or rejects with, a {@link BodyError} (413 too large, 415 coding or character
 * set, 400 malformed in strict mode) or a `FormError` (413, 400).
 */
export function bodyParsing(options: BodyParsingOptions): MiddlewareInterface {
  const parse = bodyParser(options);
  return {
    name: 'bodyParsing',
    process(request, handler) {
      const parsed = parseBodyWith(request, parse);
      return isThenable(parsed)
        ? parsed.then((ready) => handler.handle(ready))
        : handler.handle(parsed);
    },
  };
}
