const BRAND = Symbol.for('@mortise/pubsub-conformance/ContractViolation');

/** A rule of the contract that a bus violates; the message says what was found instead. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
  readonly [BRAND] = true;

  /** True for a violation of any copy of this package, also its CommonJS one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
