/**
 * Counts the exceptions that are created without a stack: each unsets `Error.stackTraceLimit` first.
 */
export class ExceptionsWithoutStack {
  count = 0;
  readonly #limit = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');

  constructor() {
    let limit: unknown = Error.stackTraceLimit;
    Object.defineProperty(Error, 'stackTraceLimit', {
      configurable: true,
      get: () => limit,
      set: (value: unknown) => {
        if (value === undefined) this.count += 1;
        limit = value;
      },
    });
  }

  /** Ends the counting. */
  remove(): void {
    if (this.#limit !== undefined) Object.defineProperty(Error, 'stackTraceLimit', this.#limit);
  }
}
