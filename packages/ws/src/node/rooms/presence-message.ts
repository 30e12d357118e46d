/** A room, and its members in one process. */
export type RoomMembers = readonly [room: string, count: number];

/** Some of the rooms of a process, as the bus carries them. */
export interface PresenceMessage {
  /** Identifies the process. */
  readonly id: string;
  /** From 0, and less than `parts`. */
  readonly part: number;
  /** The number of messages that together contain all rooms: at least 1. */
  readonly parts: number;
  readonly rooms: readonly RoomMembers[];
}

/** A room whose sockets the other processes close. */
export interface CloseMessage {
  /** Identifies the process that has closed its own. */
  readonly id: string;
  readonly close: RoomClose;
}

/** A room, and how its sockets are closed. */
export interface RoomClose {
  readonly room: string;
  readonly code: number;
  readonly reason: string;
}

/** Characters of the rooms of one message: at most 3 bytes each, and a bus carries 1 MiB. */
const LENGTH = 300_000;

const decoder = new TextDecoder();

/** Writes all rooms of a process. @returns at least one message */
export function encodePresence(id: string, rooms: readonly RoomMembers[]): string[] {
  let length = 0;
  let part: string[] = [];
  const parts = [part];
  for (const room of rooms) {
    const text = JSON.stringify(room);
    length += text.length + 1;
    if (length > LENGTH) {
      parts.push((part = []));
      length = text.length + 1;
    }
    part.push(text);
  }
  const head = `{"id":${JSON.stringify(id)},"parts":${parts.length}`;
  return parts.map((each, at) => `${head},"part":${at},"rooms":[${each.join(',')}]}`);
}

/** @throws {SyntaxError} if another program has published the bytes */
export function decodePresence(bytes: Uint8Array): PresenceMessage | CloseMessage {
  return JSON.parse(decoder.decode(bytes)) as PresenceMessage | CloseMessage;
}
