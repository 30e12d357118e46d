import type { ServerRequestInterface } from '@mortise/http-message';
import { isFieldValue } from '@mortise/http-syntax';
import { NodeAdapterError } from '../errors.js';
import { rawExchangeOf } from '../raw-exchange.js';

/**
 * Tells the client, while its response is being made, what that will refer to (103 Early Hints, RFC
 * 8297). May be called more than once.
 *
 * @param links values of `Link` fields, one target each (RFC 8288):
 *   `'</style.css>; rel=preload; as=style'`
 * @returns whether they were sent. Not when there are none, when the response has begun or the client
 *   is gone, to a client of HTTP/1.0 (RFC 9110 15.2), and where another adapter serves the request.
 * @throws {NodeAdapterError} `EARLY_HINTS_INVALID`, whatever the client is
 */
export function sendEarlyHints(
  request: ServerRequestInterface,
  links: string | readonly string[],
): boolean {
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
  const text = `${JSON.stringify(value.slice(0, 80))} is no Link field: write '</path>; rel=preload'`;
  return new NodeAdapterError('EARLY_HINTS_INVALID', text, 500, { cause });
}
