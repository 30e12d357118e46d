/** Learns what becomes of a body. Exactly one of `ended`, `failed` and `cancelled` is called, once. */
export interface BodyWatcher {
  /** A part of the body was handed over. */
  handed(part: Uint8Array | string): void;
  /** The last byte was handed over. */
  ended(): void;
  /** The body broke off: its source failed, or it is not as long as it said. */
  failed(error: unknown): void;
  /** The rest is not wanted. */
  cancelled(reason: unknown): void;
}

/** For bodies that belong to no exchange. */
export const unwatched: BodyWatcher = {
  handed: () => undefined,
  ended: () => undefined,
  failed: () => undefined,
  cancelled: () => undefined,
};
