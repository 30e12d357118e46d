/** Receives the parts of a form in their order. An error that a member throws ends the parsing. */
export interface PartListener {
  /** Called after the headers of a part were read into the block, before its content. */
  part(): void;

  /** Called for the content, in order, in as many pieces as it arrives in; an empty part has none. */
  bytes(bytes: Buffer): void;

  /** Called after the last byte of a part. */
  partEnd(): void;
}

/** Parses the bytes of one form, in chunks of any size. It holds no resource: abandon it at any time. */
export interface FormParser {
  /**
   * Calls the listener for everything in the chunk before it returns. Do not call it again after it
   * threw.
   *
   * @throws {BodyError} `BODY_MALFORMED`, and whatever the listener throws
   */
  write(chunk: Uint8Array): void;

  /**
   * Call it after the last chunk.
   *
   * @throws {BodyError} `BODY_MALFORMED` if the closing delimiter is missing
   */
  end(): void;
}
