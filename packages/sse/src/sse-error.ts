import { brand, CodedError } from '@mortise/base';

/** An invalid event: stable code `EVENT_INVALID`. */
export class EventError extends CodedError<'EVENT_INVALID'> {
  /** The received value. */
  readonly value: unknown;

  constructor(value: unknown, message: string, options?: ErrorOptions) {
    super('EVENT_INVALID', message, options);
    this.value = value;
  }

  static {
    brand(this, '@mortise/sse/EventError');
  }
}
