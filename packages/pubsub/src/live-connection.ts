/** One connection that receives messages. It never reconnects by itself. */
export interface LiveConnection {
  /** Settles when the server has confirmed. Repeating it has no effect. */
  listen(channel: string): PromiseLike<unknown>;

  /** Settles when the server has confirmed. The connection stays open, even without a channel. */
  unlisten(channel: string): PromiseLike<unknown>;

  /** Settles when the server has responded. */
  ping(): PromiseLike<unknown>;

  /** Ends the connection, even if the server does not respond. Errors are ignored. */
  close(): void;
}

/** What a connection calls. */
export interface ConnectionEvents<Payload> {
  /** A message has arrived on a channel that the connection listens to. */
  readonly message: (channel: string, payload: Payload) => void;

  /** The connection has ended, for whatever reason. */
  readonly end: () => void;
}
