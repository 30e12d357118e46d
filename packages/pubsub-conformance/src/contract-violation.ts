import { brand, isInstance } from '@mortise/base';

/** A rule of the contract that a bus violates; the message says what was found instead. */
export class ContractViolation extends Error {
  static {
    brand(this, '@mortise/pubsub-conformance/ContractViolation');
  }

  static override [Symbol.hasInstance](this: object, value: unknown): boolean {
    return isInstance(this, value);
  }
}
