/** How a request ended. Members that were not reported have their value for "none"; `time` is that of the call. */
export interface RequestEnd {
  /** The status of the response as sent; `null` if no response was sent. */
  readonly status: number | null;

  /** Bytes of the response body that were passed to the connection, before transfer codings; 0 if none. */
  readonly bytes: number;

  /**
   * What failed: the reason for an abort, an error that the adapter responded to, an incomplete body. `null` if nothing
   * failed.
   */
  readonly error: unknown;

  /**
   * When the request ended, before its cleanups ran: milliseconds on the clock of `performance.now()`. If it had no cleanups
   * then, the time at which the first one was registered.
   */
  readonly time: number;
}
