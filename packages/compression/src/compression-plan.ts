import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { negotiateEncoding, splitList } from '@mortise/http-syntax';

/** The codings that can be offered for responses. */
export type Coding = 'br' | 'gzip' | 'zstd';

/** The rules that {@link compressionPlan} follows. */
export interface CompressionRules {
  /** The offered codings, preferred first. */
  readonly codings: readonly Coding[];
  readonly threshold: number;
  readonly types: (contentType: string) => boolean;
  readonly compress:
    | ((request: ServerRequestInterface, response: ResponseInterface) => boolean)
    | null;
}

/**
 * What to do with a response: compress it with a coding and set `Vary: Accept-Encoding`, only set `Vary` (`'vary'`), or
 * nothing (`null`).
 */
export type CompressionPlan = Coding | 'vary' | null;

const WITHOUT_BODY = new Set([204, 205]);
/** A part of the 200: sent as it is, with the `Vary` of the 200 (RFC 9110 15.3.7). */
const PARTIAL = 206;
const NOT_MODIFIED = 304;
/**
 * Digests of the bytes as sent: RFC 9530 2, 3; RFC 3230; RFC 1864. They may be signed, so such a response is unchanged.
 */
const DIGESTS = ['Content-Digest', 'Repr-Digest', 'Digest', 'Content-MD5'];

/**
 * Decides whether to compress a response, and how. For a 304, pass the corresponding 200 (`fullResponse` of
 * `@mortise/base/message`); without it, as for that of another server, type and size are unknown, and taken for those of
 * a response to compress.
 *
 * @param size returns the bytes of the body; `null` if unknown, which disables the threshold
 * @see RFC 9110 8.4, 12.5.3; RFC 9111 5.2.2.6 no-transform
 */
export function compressionPlan(
  request: ServerRequestInterface,
  response: ResponseInterface,
  size: () => number | null,
  rules: CompressionRules,
): CompressionPlan {
  if (!isEligible(response, rules) || rules.compress?.(request, response) === false) return null;
  if (response.getStatusCode() === PARTIAL) return 'vary';
  const accepted = request.getHeaderLine('Accept-Encoding');
  const isNotModified = response.getStatusCode() === NOT_MODIFIED;
  const isSmall = !isNotModified && (size() ?? Infinity) < rules.threshold;
  // Compress even a small body for a client that refuses `identity`.
  if (isSmall && negotiateEncoding(accepted, ['identity']) !== null) return 'vary';
  return acceptedCoding(accepted, rules.codings) ?? 'vary';
}

function isEligible(response: ResponseInterface, { types }: CompressionRules): boolean {
  const status = response.getStatusCode();
  if (status < 200 || WITHOUT_BODY.has(status) || response.hasHeader('Content-Encoding'))
    return false;
  const type = response.getHeaderLine('Content-Type');
  // A 304 lacks the `Content-Type` of the corresponding 200; several ranges have it inside.
  const isUnknown =
    status === NOT_MODIFIED || (status === PARTIAL && type.startsWith('multipart/byteranges'));
  return (isUnknown || types(type)) && !isUntouchable(response);
}

function acceptedCoding(accepted: string, codings: readonly Coding[]): Coding | null {
  const chosen = negotiateEncoding(accepted, [...codings, 'identity'] as const);
  return chosen === 'identity' ? null : chosen;
}

function isUntouchable(response: ResponseInterface): boolean {
  if (DIGESTS.some((name) => response.hasHeader(name))) return true;
  return splitList(response.getHeaderLine('Cache-Control')).some(
    (directive) => directive.toLowerCase() === 'no-transform',
  );
}
