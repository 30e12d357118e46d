import type { ServerRequestInterface } from '@mortise/http-message';

/** A connection to one client. Names are those of `WebSocket` in browsers. */
export interface WebSocketInterface {
  /** The request that opened the connection, with its attributes. Its session is read-only. */
  readonly request: ServerRequestInterface;

  /** The subprotocol that the server chose; `''` if there is none. */
  readonly protocol: string;

  /**
   * Whether messages are sent: `false` after {@link close}, and as soon as the connection has ended. If the client closes,
   * `true` until the callbacks of its earlier messages have ended.
   */
  readonly isOpen: boolean;

  /** Bytes passed to {@link send} but not yet to the operating system. */
  readonly bufferedAmount: number;

  /**
   * Sends a message: text as text, bytes as binary. Does nothing if the connection is not open. If more than `maxBuffered`
   * bytes wait for the client already, the message is dropped and the connection closed with 1013.
   *
   * @param message bytes are not copied: do not change them afterwards
   * @throws {OptionError} `OPTION_INVALID` for any other value
   */
  send(message: string | Uint8Array): void;

  /**
   * Begins to close the connection, after the messages that wait. No further message is received. Only the first call has
   * an effect; a client that does not respond is disconnected after 30 seconds.
   *
   * @param code 1000 (the default) to 1003, 1007 to 1014, or 3000 to 4999 for your own
   * @param reason at most 123 bytes of UTF-8; default: none
   * @throws {OptionError} `OPTION_INVALID` for any other code, and for a longer reason
   * @see RFC 6455 7.4
   */
  close(code?: number, reason?: string): void;
}
