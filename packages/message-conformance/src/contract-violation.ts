import { brand, isInstance } from '@mortise/base';

/** Thrown if an implementation violates a rule of the contract. The message says what was found instead. */
export class ContractViolation extends Error {
  static {
    brand(this, '@mortise/message-conformance/ContractViolation');
  }

  static override [Symbol.hasInstance](this: object, value: unknown): boolean {
    return isInstance(this, value);
  }
}
