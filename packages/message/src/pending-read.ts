/** A read of a stream that waits for bytes. */
export interface PendingRead {
  /** The maximum number of bytes to return. */
  readonly length: number;
  readonly give: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}
