import { brand, CodedError, hideValue } from '@mortise/base';

/** An invalid event: stable code `EVENT_INVALID`. */
export class EventError extends CodedError<'EVENT_INVALID'> {
  /** The received value. */
  declare readonly value: unknown;

  constructor(value: unknown, message: string, options?: ErrorOptions) {
    super('EVENT_INVALID', message, options);
    hideValue(this, value);
  }

  static {
    brand(this, '@mortise/sse/EventError');
  }
}
