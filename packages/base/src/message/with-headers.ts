import type { MessageInterface } from '@mortise/http-message';
import { WITH_HEADERS } from '../symbols.js';

/** A header with one value. */
export type HeaderField = readonly [name: string, value: string];

/**
 * Headers that are set together on many messages. An implementation validates them only once per object, so create it
 * when the application is configured, not for each message.
 */
export class HeaderBatch {
  /** The headers in order, a frozen copy. If two have the same name, the last one wins. */
  readonly fields: readonly HeaderField[];

  constructor(fields: readonly HeaderField[]) {
    this.fields = Object.freeze(
      fields.map(([name, value]) => Object.freeze([name, value] as const)),
    );
  }
}

/** A message that can set several headers with one copy. */
export interface BatchedMessage extends MessageInterface {
  /** @param keepsOwn whether headers that the message already has stay unchanged */
  [WITH_HEADERS](batch: HeaderBatch, keepsOwn: boolean): this;
}

/**
 * Sets several headers, each like `withHeader`.
 *
 * @throws {MessageErrorInterface} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`
 */
export function withHeaders<M extends MessageInterface>(message: M, batch: HeaderBatch): M {
  if (canBatch(message)) return message[WITH_HEADERS](batch, false);
  return withEach(message, batch.fields);
}

/**
 * Adds the headers that the message does not have.
 *
 * @throws {MessageErrorInterface} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`
 */
export function withMissingHeaders<M extends MessageInterface>(message: M, batch: HeaderBatch): M {
  if (canBatch(message)) return message[WITH_HEADERS](batch, true);
  return withEach(
    message,
    batch.fields.filter(([name]) => !message.hasHeader(name)),
  );
}

function canBatch<M extends MessageInterface>(message: M): message is M & BatchedMessage {
  return WITH_HEADERS in message;
}

function withEach<M extends MessageInterface>(message: M, fields: readonly HeaderField[]): M {
  return fields.reduce((made, [name, value]) => made.withHeader(name, value), message);
}
