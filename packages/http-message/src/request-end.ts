/** How a request ended. What the code that ended it did not say has the value given for "nothing". */
export interface RequestEnd {
  /** The status of the response as sent; `null` when no response was. */
  readonly status: number | null;

  /** Bytes of the response's body that were handed to the connection, before transfer codings; 0 when none. */
  readonly bytes: number;

  /**
   * What failed: the reason of an abort, an error that the adapter answered, a body that broke off.
   * `null` when nothing did.
   */
  readonly error: unknown;
}
