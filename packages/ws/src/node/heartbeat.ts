/** A connection that can be checked. */
export interface Beating {
  /** Bytes received so far. */
  readonly received: number;

  /** Whether reading paused at any time since the previous call: a ping's reply can be unread then. */
  wasPaused(): boolean;

  /** Sends something that requires a reply. */
  ping(): void;

  /** Called if nothing has arrived since the previous ping, in an interval in which the connection was always read. */
  lose(): void;
}

/**
 * Notices a dead connection: a failing network does not close it.
 *
 * @param interval milliseconds between two pings; 0 for none
 * @returns a stop function
 */
export function heartbeat(connection: Beating, interval: number): () => void {
  if (interval === 0) return () => undefined;
  let before = -1;
  let last = performance.now();
  const timer = setInterval(() => {
    const { received } = connection;
    const now = performance.now();
    // A process that stood still reads what has arrived in the meantime only after its timers.
    const stoodStill = now - last > 1.5 * interval;
    last = now;
    const wasRead = !connection.wasPaused() && !stoodStill;
    if (wasRead && received === before) {
      connection.lose();
      return;
    }
    before = received;
    connection.ping();
  }, interval);
  return () => {
    clearInterval(timer);
  };
}
