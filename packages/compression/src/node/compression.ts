import { Buffer } from 'node:buffer';
import { isThenable } from '@mortise/base';
import {
  closeUnsent,
  factoriesOf,
  factoriesWith,
  type FullResponse,
  fullResponse,
  hasBodyOfGet,
  notModified,
  remainingSize,
  withUnknownLength,
  withVary,
} from '@mortise/base/message';
import {
  choice,
  integer,
  list,
  nested,
  optional,
  options,
  or,
  type Rule,
  synchronous,
} from '@mortise/base/options';
import type {
  Awaitable,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';
import {
  comparesSentTag,
  isStored,
  withCodedTag,
  withListedTag,
  withPlainTags,
} from '../coded-tags.js';
import { type Coding, compressionPlan, type CompressionRules } from '../compression-plan.js';
import { isCompressible, isEventStream } from '../compressible.js';
import { CompressedBody } from './compressed-body.js';
import { compressedBytes } from './compressed-bytes.js';
import { type CompressorOptions, type ZlibCoding, zlibCodings } from './zlib-codings.js';

/** Options of {@link compression}. */
export interface CompressionOptions {
  /**
   * The offered codings, the most preferred first; zstd only if Node supports it. Default: `['zstd', 'br', 'gzip']`;
   * for event streams `['gzip', 'zstd', 'br']`, to save memory.
   */
  readonly codings?: readonly Coding[] | undefined;

  /**
   * Minimum bytes of a body to compress. Smaller ones are compressed only for a client that refuses `identity`.
   * Default: 1,024.
   */
  readonly threshold?: number | undefined;

  /**
   * The compression level of each coding: gzip 0 to 9, br 0 to 11, zstd 1 to 22. Default: `{ zstd: 3, br: 4, gzip: 6
   * }`; for event streams `{ zstd: 1, br: 3, gzip: 6 }`, to save memory.
   */
  readonly level?:
    | {
        /** Level of gzip, 0 to 9. Default 6. */
        readonly gzip?: number | undefined;
        /** Level of br, 0 to 11. Default 4; for event streams 3. */
        readonly br?: number | undefined;
        /** Level of zstd, 1 to 22. Default 3; for event streams 1. */
        readonly zstd?: number | undefined;
      }
    | undefined;

  /** Returns whether to compress responses with this value of `Content-Type`. Default: `isCompressible`. */
  readonly types?: ((contentType: string) => boolean) | undefined;

  /**
   * Called with the request and its response; `false` leaves the response unchanged. Return `false` for one that
   * contains both a secret and client input (BREACH). For a 304, it gets the 200, without its body, so that both have
   * the same `ETag`. Default: all are compressed.
   */
  readonly compress?:
    | ((request: ServerRequestInterface, response: ResponseInterface) => boolean)
    | undefined;

  /** Creates compressed bodies. Default: the request's factories. */
  readonly factories?: Pick<StreamFactoryInterface, 'createStreamFromResource'> | undefined;
}

type Factories = NonNullable<CompressionOptions['factories']>;

const CODINGS: readonly Coding[] = ['zstd', 'br', 'gzip'];
/** Ordered by the memory of their compressors, least first: docs/decisions/041. */
const FRUGAL_CODINGS: readonly Coding[] = ['gzip', 'zstd', 'br'];
/** Maximum bytes of an in-memory body that is compressed synchronously. */
const SYNCHRONOUS = 64 * 1024;

const declared = options<CompressionOptions>()('compression', {
  codings: optional(
    list(choice<Coding>('zstd', 'br', 'gzip'), 'a list of "zstd", "br" and "gzip"'),
  ),
  threshold: or(integer(0, undefined, 'bytes'), 1024),
  level: nested(
    options<NonNullable<CompressionOptions['level']>>()('level', {
      zstd: optional(levelOf('zstd')),
      br: optional(levelOf('br')),
      gzip: optional(levelOf('gzip')),
    }),
  ),
  types: or(synchronous, isCompressible),
  compress: optional(synchronous),
  factories: factoriesWith('createStreamFromResource'),
});

/**
 * Returns middleware that compresses responses for clients that accept it. An in-memory body is compressed as a whole,
 * any other body while it is sent. Add it outside `httpCache()` and inside the error middleware.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 * @see RFC 9110 8.4, 12.5.3
 */
export function compression(given: CompressionOptions = {}): MiddlewareInterface {
  const { threshold, types, compress = null, level: levels, ...checked } = declared(given);
  const { codings = CODINGS } = checked;
  const rulesFor = (wanted: readonly Coding[]): CompressionRules => {
    const offered = wanted.filter((coding) => zlibCodings[coding] !== undefined);
    return { codings: offered, threshold, types, compress };
  };
  const rules = rulesFor(codings);
  const frugalRules = rulesFor(checked.codings ?? FRUGAL_CODINGS);

  /** Gives a 304 the tag and `Vary` of its 200. */
  const retagged = (
    request: ServerRequestInterface,
    response: ResponseInterface,
  ): ResponseInterface => {
    const full = fullResponse(request, response);
    const whole = full?.response ?? response;
    const isFrugal = isEventStream(whole.getHeaderLine('Content-Type'));
    const size = () => sizeOf(request, whole, full);
    const plan = compressionPlan(request, whole, size, isFrugal ? frugalRules : rules);
    const varied = plan === null ? response : withVary(response, ['Accept-Encoding']);
    return withListedTag(request, varied, codings, plan === 'vary' ? null : plan, full !== null);
  };

  const compressed = (
    request: ServerRequestInterface,
    response: ResponseInterface,
    factories: Factories,
  ): Awaitable<ResponseInterface> => {
    if (response.getStatusCode() === 304) return retagged(request, response);
    const size = () => sizeOf(request, response, null);
    // Event streams are numerous and long-lived, so memory matters more than size.
    const frugal = isEventStream(response.getHeaderLine('Content-Type'));
    const plan = compressionPlan(request, response, size, frugal ? frugalRules : rules);
    if (plan === null) return response;
    const varied = withVary(response, ['Accept-Encoding']);
    if (plan === 'vary') return varied;
    // Only codings that Node supports are offered.
    const coding = zlibCodings[plan] as ZlibCoding;
    const described = withCodedTag(varied, plan)
      .withHeader('Content-Encoding', plan)
      .withoutHeader('Content-Length')
      .withoutHeader('Accept-Ranges');
    if (request.getMethod() === 'HEAD') {
      closeUnsent(described.getBody());
      return withUnknownLength(described, factories);
    }
    const level = levels[plan] ?? (frugal ? coding.frugalLevel : coding.levels[2]);
    return withCoding(described, coding, { level, isFrugal: frugal, size: size() }, factories);
  };

  return {
    name: 'compression',
    process(request, handler) {
      const factories = factoriesOf(request, checked.factories, 'compression.factories');
      const comparesSent = comparesSentTag(request);
      const response = handler.handle(withPlainTags(request, codings, comparesSent));
      const sent = isThenable(response)
        ? response.then((later) => compressed(request, later, factories))
        : compressed(request, response, factories);
      return comparesSent ? unlessStored(request, sent, factories) : sent;
    },
  };
}

/** Decides `If-None-Match`, which inner layers have not seen. @param sent the response to a client without a copy */
async function unlessStored(
  request: ServerRequestInterface,
  sent: Awaitable<ResponseInterface>,
  factories: Factories,
): Promise<ResponseInterface> {
  const response = await sent;
  if (!isStored(request, response)) return response;
  const empty = factories.createStreamFromResource(new Uint8Array());
  return withListedTag(request, notModified(request, response, empty), [], null);
}

function withCoding(
  response: ResponseInterface,
  coding: ZlibCoding,
  options: CompressorOptions,
  factories: Factories,
): Awaitable<ResponseInterface> {
  const body = response.getBody();
  const content = body.inMemory();
  if (content === null) {
    const create = () => coding.compressor({ ...options, size: null });
    const resource = new CompressedBody(body, { create, flush: coding.flush }, options.size);
    return response.withBody(factories.createStreamFromResource(resource));
  }
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const whole = { ...options, size: bytes.length };
  const withBytes = (made: Uint8Array) =>
    response.withBody(factories.createStreamFromResource(made));
  return bytes.length <= SYNCHRONOUS
    ? withBytes(coding.compress(bytes, whole))
    : compressedBytes(bytes, coding.compressor(whole)).then(withBytes);
}

/**
 * Returns the size that an emitter would send: `Content-Length`, even without a body (HEAD), otherwise the rest of the
 * body. `null` if it is unknown, as for an empty body in response to HEAD, unless the handler of GET has created it.
 *
 * @param full of a 304; `null` for other responses
 */
function sizeOf(
  request: ServerRequestInterface,
  response: ResponseInterface,
  full: FullResponse | null,
): number | null {
  const body = response.getBody();
  if (body.isSeekable()) body.rewind();
  const declared = parseContentLength(response.getHeaderLine('Content-Length'));
  if (declared !== null) return declared;
  const left = full === null ? remainingSize(body) : full.size;
  return left === 0 && !hasBodyOfGet(request) ? null : left;
}

function levelOf(coding: Coding): Rule<number> {
  return integer(...((zlibCodings[coding]?.levels.slice(0, 2) ?? [1, 22]) as [number, number]));
}
