import { ByteCollector } from '@mortise/base';
import { callable, optional, options, or } from '@mortise/base/options';
import type { ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { BodyConsumedError } from './body-consumed-error.js';
import { BodyError } from './body-error.js';
import { bytes } from './rules.js';

/**
 * Options of {@link linesOf}.
 *
 * @typeParam Replacement the type of what is yielded instead of an invalid line
 */
export interface LinesOptions<Replacement = never> {
  /**
   * The maximum number of bytes in a line, without the line end and a byte order mark; `Infinity` for no limit. Default:
   * 65,536.
   */
  readonly maxLine?: number | undefined;

  /**
   * Called for each line that is too long or not UTF-8; its result is yielded instead of the line, and reading
   * continues. The rest of a line that is too long is not kept in memory. Default: reading fails with the error.
   *
   * @param error `LINE_TOO_LONG` or `LINE_NOT_UTF8`; its message contains the line number
   */
  readonly replace?: ((error: BodyError) => Replacement) | undefined;
}

const LF = 0x0a;
const CR = 0x0d;
/** The number of bytes of a byte order mark. */
const MARK = 3;
const UTF_8 = /^(?:utf-?8|us-ascii)$/i;
const declared = options<LinesOptions<unknown>>()('linesOf', {
  maxLine: or(bytes, 65_536),
  replace: optional(callable),
});

/**
 * Reads a request body line by line, such as NDJSON or CSV of any size. The body is read no faster than the lines are
 * consumed. A line ends with LF or CRLF; the last line need not have an end. Empty lines are included; an empty body
 * has no lines. A byte order mark is skipped. Leaving the loop early closes the body.
 *
 * @param request the request whose body is read, from its start
 * @returns the lines, decoded as UTF-8, without line ends
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {BodyError} immediately: `BODY_ENCODING` (415) if the body has a content coding, `BODY_CHARSET` (415) if its
 *   charset is neither UTF-8 nor US-ASCII. From the loop, without `replace`: `LINE_TOO_LONG` (413), with at most one
 *   chunk beyond the limit in memory, or `LINE_NOT_UTF8` (400)
 * @throws {BodyConsumedError} immediately: `BODY_CONSUMED` if the body can be read only once, and was read
 */
export function linesOf<Replacement = never>(
  request: ServerRequestInterface,
  given: LinesOptions<Replacement> = {},
): AsyncGenerator<string | Replacement, void, undefined> {
  const { maxLine } = declared(given);
  const coding = request.getHeaderLine('Content-Encoding');
  if (coding !== '' && coding.toLowerCase() !== 'identity') throw BodyError.encoding(coding);
  const { charset = 'utf-8' } =
    parseMediaType(request.getHeaderLine('Content-Type'))?.parameters ?? {};
  if (!UTF_8.test(charset)) throw BodyError.charset(charset);
  const { replace = refuse } = given;
  return lines(BodyConsumedError.atStart(request.getBody()), maxLine, replace);
}

function refuse(error: BodyError): never {
  throw error;
}

async function* lines<Replacement>(
  body: AsyncIterable<Uint8Array>,
  maxLine: number,
  replace: (error: BodyError) => Replacement,
): AsyncGenerator<string | Replacement, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const begun = new ByteCollector();
  let number = 0;
  /** Whether the current line was replaced, and its end has not arrived. */
  let isSkipping = false;
  const decoded = (bytes: Uint8Array, isComplete: boolean): string | Replacement => {
    const start = number === 0 && hasMark(bytes) ? MARK : 0;
    const line = bytes.subarray(start, isComplete && bytes.at(-1) === CR ? -1 : undefined);
    number++;
    if (!(line.length <= maxLine)) return replace(BodyError.lineTooLong(number, maxLine));
    try {
      return decoder.decode(line);
    } catch (cause) {
      return replace(BodyError.lineNotUtf8(number, cause));
    }
  };
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const rest = chunk.subarray(start, end);
      start = end + 1;
      if (isSkipping) {
        isSkipping = false;
        continue;
      }
      begun.add(rest);
      yield decoded(begun.take(), true);
    }
    if (isSkipping) continue;
    // Copied, because a source can reuse the memory of its chunks.
    if (start < chunk.length) begun.add(chunk.slice(start));
    // One more byte is allowed, because it can be the CR of a CRLF; in the first line, a byte order mark too.
    if (!(begun.size <= maxLine + 1 + (number === 0 ? MARK : 0))) {
      isSkipping = true;
      yield decoded(begun.take(), false);
    }
  }
  if (begun.size > 0) yield decoded(begun.take(), false);
}

function hasMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}
