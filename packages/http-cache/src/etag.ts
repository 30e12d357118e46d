import { andThen, isThenable, warnOnce } from '@mortise/base';
import { hasBodyOfGet, isDevelopment, isSingleUse } from '@mortise/base/message';
import { boolean, integer, options, or } from '@mortise/base/options';
import type {
  Awaitable,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { bodyDigestOf } from './body-digest.js';
import { ANSWERS_304 } from './http-cache.js';
import { isNotModified } from './is-not-modified.js';

/** Options of {@link etag}. */
export interface EtagOptions {
  /** Whether the added ETags are weak. Default: `false`. */
  readonly weak?: boolean | undefined;

  /** Maximum bytes of a body that gets an ETag. Default: 1 MiB. */
  readonly maxBytes?: number | undefined;
}

const MIB = 1024 * 1024;
const declared = options<EtagOptions>()('etag', {
  weak: or(boolean, false),
  maxBytes: or(integer(0, undefined, 'bytes'), MIB),
});
const UNUSED =
  'the client already has the response, by its ETag, but no httpCache() outside etag() responds with 304';
const ADVICE =
  'Write app.add(etag()), and after it app.add(httpCache()): the layer added last runs first.';
/** Bytes of the digest in a tag: 128 bits. */
const TAG_BYTES = 16;
const bodyDigest = bodyDigestOf(globalThis);

/**
 * Returns middleware that adds an ETag, a digest of the body, to each 200 response to GET or HEAD that has none and
 * whose body is in memory. Streams are never read. Responses with `no-store` are unchanged.
 *
 * Add it inside `httpCache()`, which uses the ETags to respond with 304.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function etag(given: EtagOptions = {}): MiddlewareInterface {
  const { weak, maxBytes } = declared(given);
  const warnNow = warnOnce('ETAG_UNUSED');

  const tagged = (
    request: ServerRequestInterface,
    response: ResponseInterface,
  ): Awaitable<ResponseInterface> => {
    if (!isTaggable(response) || isSingleUse(request)) return response;
    const bytes = bytesOf(response, maxBytes);
    if (bytes === null) return response;
    if (bytes.length === 0 && !hasBodyOfGet(request)) return response;
    const add = (digest: Uint8Array): ResponseInterface =>
      response.withHeader('ETag', `${weak ? 'W/' : ''}${tagOf(digest)}`);
    const digest = bodyDigest(bytes);
    return isThenable(digest) ? digest.then(add) : add(digest);
  };

  const warned = (
    request: ServerRequestInterface,
    response: ResponseInterface,
  ): ResponseInterface => {
    if (isNotModified(request, response)) warnNow(UNUSED, ADVICE);
    return response;
  };

  return {
    name: 'etag',
    process(request, handler) {
      // Read before the layers inside: an inner `httpCache` does not see the tag.
      const isUnused =
        request.hasHeader('If-None-Match') &&
        request.getLifetime().getValue(ANSWERS_304) === undefined &&
        isDevelopment(request);
      const response = handler.handle(request);
      const method = request.getMethod();
      if (method !== 'GET' && method !== 'HEAD') return response;
      const made = isThenable(response)
        ? response.then((later) => tagged(request, later))
        : tagged(request, response);
      return isUnused ? andThen(made, (one) => warned(request, one)) : made;
    },
  };
}

/** Returns a strong entity tag for bytes, with its quotes: 128 bits of their SHA-256, as base64. */
export async function bodyTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return tagOf(await bodyDigest(bytes));
}

function tagOf(digest: Uint8Array): string {
  return `"${btoa(String.fromCharCode(...digest.subarray(0, TAG_BYTES))).slice(0, -2)}"`;
}

function isTaggable(response: ResponseInterface): boolean {
  return (
    response.getStatusCode() === 200 &&
    !response.hasHeader('ETag') &&
    !/(?:^|[\s,])no-store(?:[\s,]|$)/i.test(response.getHeaderLine('Cache-Control'))
  );
}

/** Returns the body as an emitter would send it; `null` for a stream, or if it exceeds the limit. */
function bytesOf(response: ResponseInterface, maxBytes: number): Uint8Array<ArrayBuffer> | null {
  const body = response.getBody();
  if (body.isSeekable()) body.rewind();
  const content = body.inMemory();
  // Each character of a string takes at least one byte.
  if (content === null || content.length > maxBytes) return null;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return bytes.length > maxBytes ? null : (bytes as Uint8Array<ArrayBuffer>);
}
