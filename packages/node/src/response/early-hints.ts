import { refusal } from '@mortise/base/adapter';
import { checkRequest } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { isFieldValue } from '@mortise/http-syntax';
import { NodeAdapterError } from '../node-adapter-error.js';
import { rawExchangeOf } from '../request/raw-exchange.js';

/**
 * Tells the client, before the response, which resources it will need (103 Early Hints, RFC 8297). Can be called more
 * than once.
 *
 * @param links values of `Link` headers, one target each (RFC 8288): `'</style.css>; rel=preload; as=style'`
 * @returns whether they were sent: `false` for an empty list, after the response has begun, if the client disconnected,
 *   over HTTP/1.0 (RFC 9110 15.2), and if another adapter serves the request
 * @throws {NodeAdapterError} `EARLY_HINTS_INVALID` for a value that is not a valid `Link` header
 */
export function sendEarlyHints(
  request: ServerRequestInterface,
  links: string | readonly string[],
): boolean {
  checkRequest('sendEarlyHints', request, 'getLifetime');
  const link = [links].flat();
  for (const value of link) if (!isFieldValue(value)) throw invalid(value);
  const raw = rawExchangeOf(request);
  if (raw === null || link.length === 0) return false;
  const { incoming, outgoing } = raw;
  if (outgoing.headersSent || outgoing.destroyed || incoming.httpVersion === '1.0') return false;
  try {
    outgoing.writeEarlyHints({ link });
  } catch (cause) {
    throw invalid(link.join(', '), cause);
  }
  return true;
}

function invalid(value: string, cause?: unknown): NodeAdapterError {
  const text = refusal('Link header', value, "a value such as '</path>; rel=preload'");
  return new NodeAdapterError('EARLY_HINTS_INVALID', text, 500, { cause });
}
