/** Counts the bytes of a body that were handed to the connection. */
export interface BytesSent {
  bytes: number;
}
