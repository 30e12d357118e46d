import type { ServerResponse } from 'node:http';
import { CLOSE, type Connection } from '../connection/connection.js';
import type { ListenerCore } from './listener-core.js';

/** A response that is about to be sent, and its connection. */
export interface ResponseOnConnection {
  readonly core: Pick<ListenerCore, 'closing' | 'lingering'>;
  readonly connection: Connection;
  readonly outgoing: ServerResponse;
  /** Whether its request is the last one that the connection can carry. */
  readonly isLast: boolean;
  /** The body of the request; `null` if it has none. */
  readonly body: object | null;
}

/**
 * Returns the headers that say whether another response can follow on the connection. If none can, prepares to close
 * it.
 */
export function connectionHeaders(given: ResponseOnConnection, status: number): readonly string[] {
  const { core, connection, outgoing, body } = given;
  const closes = isLastResponse(given, status);
  const { req, shouldKeepAlive } = outgoing;
  if (closes || !shouldKeepAlive || (body !== null && !req.complete)) core.lingering.prepare(req);
  if (closes) return CLOSE;
  return shouldKeepAlive ? connection.keepAlive.fields : [];
}

/** Whether the response about to be sent is the connection's last one. */
function isLastResponse(given: ResponseOnConnection, status: number): boolean {
  const { core, connection, outgoing, isLast } = given;
  // 408: the rest of the request will not arrive (RFC 9110 15.5.9), nor be read if its body has failed.
  if (isLast || status === 408 || outgoing.req.errored !== null) return true;
  // Only the response to the last of several pipelined requests announces the close.
  if (!core.closing || connection.newest !== outgoing) return false;
  connection.closing = true;
  return true;
}
