import { NOT_SENT } from '@mortise/base/keys';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { negotiateEncoding, splitList } from '@mortise/http-syntax';

/** The codings that responses can have. */
export type Coding = 'br' | 'gzip' | 'zstd';

/** The rules for compression. */
export interface CompressionRules {
  /** The best first. */
  readonly codings: readonly Coding[];
  readonly threshold: number;
  readonly types: (contentType: string) => boolean;
  readonly compress:
    | ((request: ServerRequestInterface, response: ResponseInterface) => boolean)
    | null;
}

/** What to do with a response: nothing (`null`), set `Vary: Accept-Encoding`, or compress it. */
export type CompressionPlan = Coding | 'vary' | null;

const WITHOUT_BODY = new Set([204, 205, 206]);
const NOT_MODIFIED = 304;

/**
 * Decides about a response; about a 304 as about the corresponding 200, whose type and size are unknown if the application
 * made it.
 *
 * @param size bytes of the body; `null` if unknown, which disables the threshold
 * @see RFC 9110 8.4, 12.5.3; RFC 9111 5.2.2.6 no-transform
 */
export function compressionPlan(
  request: ServerRequestInterface,
  response: ResponseInterface,
  size: () => number | null,
  rules: CompressionRules,
): CompressionPlan {
  if (!isEligible(request, response, rules) || rules.compress?.(request, response) === false)
    return null;
  const unsent = notSent(request, response);
  const bytes = unsent === null ? size() : unsent.size;
  if ((bytes ?? Infinity) < rules.threshold) return 'vary';
  return acceptedCoding(request.getHeaderLine('Accept-Encoding'), rules.codings) ?? 'vary';
}

function isEligible(
  request: ServerRequestInterface,
  response: ResponseInterface,
  { types }: CompressionRules,
): boolean {
  const status = response.getStatusCode();
  if (status < 200 || WITHOUT_BODY.has(status) || response.hasHeader('Content-Encoding'))
    return false;
  const type = notSent(request, response)?.contentType ?? response.getHeaderLine('Content-Type');
  // A 304 of the application does not have the type of the corresponding 200.
  const hasType = (status === NOT_MODIFIED && type === '') || types(type);
  return hasType && !isUntouchable(response);
}

/** What a 304 stands for; `null` for other responses. */
function notSent(request: ServerRequestInterface, response: ResponseInterface) {
  if (response.getStatusCode() !== NOT_MODIFIED) return null;
  return request.getLifetime().getValue(NOT_SENT) ?? { contentType: '', size: null };
}

function acceptedCoding(accepted: string, codings: readonly Coding[]): Coding | null {
  const chosen = accepted === '' ? null : negotiateEncoding(accepted, [...codings, 'identity']);
  return codings.find((coding) => coding === chosen) ?? null;
}

function isUntouchable(response: ResponseInterface): boolean {
  return splitList(response.getHeaderLine('Cache-Control')).some(
    (directive) => directive.toLowerCase() === 'no-transform',
  );
}
