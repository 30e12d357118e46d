import { quote } from '@mortise/base';
import { accepted, integer, methods, options as declare, or, rule } from '@mortise/base/options';
import type { PublishOptions, PubSubListener, SubscribeOptions } from './pubsub.js';
import { PubSubError } from './pubsub-error.js';

/** Maximum bytes of a message: 1 MiB. */
const MAX_MESSAGE_BYTES = 1_048_576;

/** Maximum bytes of a topic, as UTF-8. */
const MAX_TOPIC_BYTES = 200;

/** Maximum number of kept messages of a topic, and of those with which a subscription begins. */
const MAX_KEEP = 100_000;

/** Maximum characters of a message id that a publisher gives. */
const MAX_MESSAGE_ID = 200;

/** Milliseconds for which a message id that a publisher gave is remembered. */
export const MESSAGE_ID_TTL = 60_000;

const encoder = new TextEncoder();

const messageIdRule = rule<string>(
  (id) => isText(id) && id.length <= MAX_MESSAGE_ID,
  `a string of 1 to ${MAX_MESSAGE_ID} characters without NUL`,
);
const declaredPublish = declare<PublishOptions>()('publish', {
  keep: or(integer(0, MAX_KEEP), 0),
  messageId: or(messageIdRule, ''),
});
const declaredSubscribe = declare<SubscribeOptions>()('subscribe', {
  recent: or(integer(0, MAX_KEEP), 0),
});
const listenerRule = methods('an object with message(message)', 'message');

/** A message that can be published. */
export interface PublishArguments {
  /** A copy. */
  readonly bytes: Uint8Array;
  /** 0: the message is not kept. */
  readonly keep: number;
  /** `''`: none. */
  readonly messageId: string;
}

/**
 * Checks a topic, for implementations of the contract.
 *
 * @throws {PubSubError} `PUBSUB_TOPIC_INVALID`
 */
export function checkTopic(topic: string): void {
  const valid = isText(topic) && encoder.encode(topic).length <= MAX_TOPIC_BYTES;
  if (valid) return;
  const message = `invalid topic: received ${quote(topic)}; expected 1 to ${MAX_TOPIC_BYTES} bytes of UTF-8 without NUL`;
  throw new PubSubError('PUBSUB_TOPIC_INVALID', message, { value: topic });
}

/**
 * Checks the arguments of `publish`, for implementations of the contract.
 *
 * @returns a copy of the data, and the options with their defaults
 * @throws {PubSubError} `PUBSUB_TOPIC_INVALID`, `PUBSUB_MESSAGE_INVALID` or `PUBSUB_MESSAGE_TOO_LARGE`
 * @throws {OptionError} `OPTION_INVALID`
 */
export function publishArguments(
  topic: string,
  data: Uint8Array | string,
  options: PublishOptions = {},
): PublishArguments {
  checkTopic(topic);
  const { keep, messageId } = declaredPublish(options);
  return { bytes: messageBytes(data), keep, messageId };
}

/**
 * Checks the arguments of `subscribe`, for implementations of the contract.
 *
 * @returns how many messages come first
 * @throws {PubSubError} `PUBSUB_TOPIC_INVALID`
 * @throws {OptionError} `OPTION_INVALID`
 */
export function recentOf(
  topic: string,
  listener: PubSubListener,
  options: SubscribeOptions = {},
): number {
  checkTopic(topic);
  accepted(listenerRule, listener, 'subscribe.listener');
  return declaredSubscribe(options).recent;
}

function messageBytes(data: Uint8Array | string): Uint8Array {
  if (typeof data !== 'string' && !((data as unknown) instanceof Uint8Array)) {
    const message = `invalid message: received ${quote(data)}; expected a string or a Uint8Array`;
    throw new PubSubError('PUBSUB_MESSAGE_INVALID', message, { value: data });
  }
  // A string has at most as many characters as bytes: one that is far too long is not encoded.
  checkLength(data.length);
  const bytes = typeof data === 'string' ? encoder.encode(data) : Uint8Array.from(data);
  checkLength(bytes.length);
  return bytes;
}

function checkLength(length: number): void {
  if (length <= MAX_MESSAGE_BYTES) return;
  const message = `the message has ${length} bytes and exceeds the limit of ${MAX_MESSAGE_BYTES}; publish a reference instead, such as the key of data that is stored elsewhere`;
  throw new PubSubError('PUBSUB_MESSAGE_TOO_LARGE', message, { value: length });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed();
}
