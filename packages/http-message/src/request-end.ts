/** How a request ended. Members that were not reported are `null` or 0; `time` defaults to the time of the call. */
export interface RequestEnd {
  /** The status of the response as sent; `null` if no response was sent. */
  readonly status: number | null;

  /** Response body bytes that were passed to the connection, before any transfer coding; 0 if none. */
  readonly bytes: number;

  /**
   * What failed: the reason for an abort, an error that the adapter responded to, or an incomplete body. `null` if
   * nothing failed.
   */
  readonly error: unknown;

  /**
   * When the request ended, before its cleanups ran: milliseconds on the clock of `performance.now()`. If there were no
   * cleanups yet, the time when the first one was registered.
   */
  readonly time: number;
}
