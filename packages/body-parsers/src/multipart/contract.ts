/** How a part is read: a field as a whole, a file chunk by chunk, or not at all. */
export type PartKind = 'field' | 'file' | 'skip';

/** Receives the parts of a form in their order. An error that a member throws ends the parsing. */
export interface PartListener {
  /** Called after the headers of a part were read into the block, before its content. */
  part(): PartKind;

  /** @param isTruncated whether the value exceeds the limit */
  field(value: string, isTruncated: boolean): void;

  /** Called for each chunk of file data, followed by one {@link fileEnd}. */
  fileBytes(bytes: Uint8Array): void;

  fileEnd(): void;
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
