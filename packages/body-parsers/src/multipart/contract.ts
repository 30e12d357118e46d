/** Receives the parts of a form in order. If a method throws, parsing ends with its error. */
export interface PartListener {
  /** Called before the content of a part, when its headers have been read into the block. */
  part(): void;

  /** Called for each chunk of content, in order; not called for an empty part. */
  bytes(bytes: Buffer): void;

  /** Called after the last byte of a part. */
  partEnd(): void;
}

/** Parses the bytes of a form, in chunks of any size. It holds no resources, and can be abandoned at any time. */
export interface FormParser {
  /**
   * Parses a chunk and synchronously calls the listener. Must not be called again after it has thrown.
   *
   * @throws {BodyError} `BODY_MALFORMED`; also throws the listener's errors
   */
  write(chunk: Uint8Array): void;

  /**
   * Ends the form. Must be called after the last chunk.
   *
   * @throws {BodyError} `BODY_MALFORMED` if the closing delimiter is missing
   */
  end(): void;
}
