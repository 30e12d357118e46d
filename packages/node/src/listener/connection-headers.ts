import type { ServerResponse } from 'node:http';
import { CLOSE, type Connection } from '../connection/connection.js';
import type { ExchangeHost } from './exchange-host.js';

/** A response that is about to be sent, and its connection. */
export interface ResponseOnConnection {
  readonly host: ExchangeHost;
  readonly connection: Connection;
  readonly outgoing: ServerResponse;
  /** Whether its request is the last one that the connection may carry. */
  readonly last: boolean;
  readonly hasBody: boolean;
}

/**
 * The headers that say whether another response can follow on the connection. Prepares to close it if none can.
 */
export function connectionHeaders(given: ResponseOnConnection, status: number): readonly string[] {
  const { host, connection, outgoing, hasBody } = given;
  const closes = isLastResponse(given, status);
  const { req } = outgoing;
  if (closes || (hasBody && !req.complete)) host.lingering.prepare(req);
  if (closes) return CLOSE;
  return outgoing.shouldKeepAlive ? connection.keepAlive.fields : [];
}

/** Whether the response about to be sent is the connection's last one. */
function isLastResponse({ host, connection, last }: ResponseOnConnection, status: number): boolean {
  // 408: the rest of the request will not come (RFC 9110 15.5.9).
  if (last || status === 408) return true;
  // Only the last of several pipelined requests may announce it.
  if (!host.closing || connection.open > 1) return false;
  if (connection.holdsRequests) return false;
  connection.closing = true;
  return true;
}
