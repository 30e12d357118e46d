import { brand, CodedError } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** An option that is refused: a mistake of the program. */
export class SseError extends OptionError {
  static {
    brand(this, '@mortise/sse/SseError');
  }
}

/** An event that cannot be written: stable code `EVENT_INVALID`. */
export class EventError extends CodedError<'EVENT_INVALID'> {
  /** As given. */
  readonly value: unknown;

  constructor(value: unknown, message: string) {
    super('EVENT_INVALID', message);
    this.value = value;
  }

  static {
    brand(this, '@mortise/sse/EventError');
  }
}
