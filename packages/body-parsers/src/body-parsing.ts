import { isThenable } from '@mortise/base';
import { parseBodyWith } from '@mortise/base/message';
import type { MiddlewareInterface } from '@mortise/http-message';
import type { BodyParsingOptions } from './body-options.js';
import { bodyParser } from './body-parser.js';

/**
 * Creates middleware that parses request bodies of known media types and then calls the handler. The raw body can still
 * be read, unless a reader consumed it.
 *
 * The parsed body stays unset if the media type is unknown or the body is empty; but an empty form is `{}`, except in a
 * `GET` or `HEAD` request. It also stays unset if the media type or the body is malformed, unless `strict` is set. A
 * request that already has a parsed body is unchanged, and a body that an outer layer has parsed with `parseBody` is
 * not parsed again. An in-memory body is parsed synchronously.
 *
 * `process` throws, or rejects with, a {@link BodyError} (413 too large, 415 content coding or charset, 400 malformed),
 * a `FormError` (413, 400), or a {@link BodyConsumedError} (500) if the body was read before.
 *
 * @throws {OptionError} `OPTION_INVALID`
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
