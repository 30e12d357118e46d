/** Who wants to know how the sending of a body ends. Exactly one member is called, once. */
export interface BodyWatcher {
  /** The last byte was handed over. */
  ended(): void;
  /** The body broke off: its source failed, or it is not as long as it said. */
  failed(error: unknown): void;
  /** Nobody takes the rest. */
  cancelled(reason: unknown): void;
}

/** For bodies whose end concerns nobody. */
export const unwatched: BodyWatcher = {
  ended: () => undefined,
  failed: () => undefined,
  cancelled: () => undefined,
};
