/** A connection that can be checked. */
export interface Beating {
  /** Bytes received so far. */
  readonly received: number;

  /** Whether it was not read at any time since the previous call: a reply to a ping can be unread then. */
  wasPaused(): boolean;

  /** Sends something that the other side has to reply to. */
  ping(): void;

  /** Called if nothing has arrived since the previous ping, in an interval in which the connection was always read. */
  lose(): void;
}

/**
 * Notices that a connection is dead: a network that fails does not close it.
 *
 * @param interval milliseconds between two pings; 0 for none
 * @returns stops it
 */
export function heartbeat(connection: Beating, interval: number): () => void {
  if (interval === 0) return () => undefined;
  let before = -1;
  const timer = setInterval(() => {
    const { received } = connection;
    const wasRead = !connection.wasPaused();
    if (wasRead && received === before) {
      connection.lose();
      return;
    }
    before = received;
    connection.ping();
  }, interval);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
