const BRAND = Symbol.for('@mortise/message-conformance.ContractViolation');

/** A rule of the contract that an implementation breaks; the message says what came instead. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** By brand: true for a violation of any copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
