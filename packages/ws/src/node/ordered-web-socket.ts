import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';

type Listener = (this: Duplex) => void;

/**
 * A socket of the package `ws` whose end waits for its turn. The package replies to a Close as soon as it has parsed it,
 * and ends the connection as soon as the client ends its side: even while messages that came before wait for callbacks,
 * whose replies would be lost then.
 */
export class OrderedWebSocket extends WebSocket {
  /**
   * Called when the client has sent a Close, has broken the protocol, or has ended its side of the connection.
   *
   * @param finish does what the package would have done immediately
   */
  onFinish = (finish: () => void): void => {
    finish();
  };

  /** Called by the package alone, for the client's part of the closing handshake; {@link closeNow} begins it. */
  override close(code?: number, reason?: string | Buffer): void {
    this.onFinish(() => {
      super.close(code, reason);
    });
  }

  closeNow(code: number, reason: string): void {
    super.close(code, reason);
  }

  /** Lets the end of the client's side wait too. @param others listeners of the connection that are not the package's */
  holdEnd(connection: Duplex, others: readonly unknown[]): void {
    for (const listener of connection.listeners('end') as Listener[]) {
      if (others.includes(listener)) continue;
      connection.off('end', listener);
      connection.once('end', () => {
        this.onFinish(() => {
          if (!connection.destroyed) listener.call(connection);
        });
      });
    }
  }
}
