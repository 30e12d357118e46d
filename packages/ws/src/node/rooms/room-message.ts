import { PubSubError } from '@mortise/pubsub';

/** Maximum bytes of a message, with or without `except`: with these, it fits the 1 MiB of a bus. */
const MAX_BYTES = 1_048_576 - 64;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const TEXT = 0;
const BINARY = 1;

/** A message to a room, as the bus carries it. */
export interface RoomMessage {
  readonly message: string | Uint8Array;
  /** The socket that does not receive it: at most 62 characters of ASCII; `''`: all receive it. */
  readonly except: string;
}

/**
 * Writes the kind, the length of `except`, `except`, and the message.
 *
 * @throws {PubSubError} `PUBSUB_MESSAGE_TOO_LARGE`
 */
export function encodeRoomMessage({ message, except }: RoomMessage): Uint8Array {
  const head = encoder.encode(except);
  // A string has at most as many characters as bytes: one that is far too long is not encoded.
  checkLength(message.length);
  const body = typeof message === 'string' ? encoder.encode(message) : message;
  checkLength(body.length);
  const bytes = new Uint8Array(2 + head.length + body.length);
  bytes[0] = typeof message === 'string' ? TEXT : BINARY;
  bytes[1] = head.length;
  bytes.set(head, 2);
  bytes.set(body, 2 + head.length);
  return bytes;
}

/** @returns `null` if another program has published the bytes */
export function decodeRoomMessage(bytes: Uint8Array): RoomMessage | null {
  const [kind, length = 0] = bytes;
  if ((kind !== TEXT && kind !== BINARY) || bytes.length < 2 + length) return null;
  const body = bytes.subarray(2 + length);
  return {
    except: decoder.decode(bytes.subarray(2, 2 + length)),
    message: kind === TEXT ? decoder.decode(body) : body,
  };
}

function checkLength(length: number): void {
  if (length <= MAX_BYTES) return;
  const text = `the message has ${length} bytes and exceeds the limit of ${MAX_BYTES}; set a smaller \`maxPayload\`, or publish a reference instead`;
  throw new PubSubError('PUBSUB_MESSAGE_TOO_LARGE', text, { value: length });
}
