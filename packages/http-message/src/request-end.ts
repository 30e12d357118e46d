/** How a request ended. Members that the code that ended it did not report have the value for "none". */
export interface RequestEnd {
  /** The status of the response as sent; `null` if no response was sent. */
  readonly status: number | null;

  /** Bytes of the response body that were passed to the connection, before transfer codings; 0 if none. */
  readonly bytes: number;

  /**
   * What failed: the reason of an abort, an error that the adapter responded to, an incomplete body.
   * `null` if nothing failed.
   */
  readonly error: unknown;
}
