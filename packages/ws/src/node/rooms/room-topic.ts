import { ensure } from '@mortise/base/options';
import { checkTopic } from '@mortise/pubsub';
import { WebSocketError } from '../../web-socket-error.js';

/**
 * Refuses a name of `undefined`, from a user without an id, which would be a room that all such users share.
 *
 * @throws {OptionError} `OPTION_INVALID` if it is not a string
 */
export function checkRoomName(name: unknown): void {
  ensure(typeof name === 'string', 'rooms.room', name, 'the name of a room, a string');
}

/**
 * Returns the topic of a room.
 *
 * @throws {OptionError} `OPTION_INVALID` if the name is not a string
 * @throws {WebSocketError} `ROOM_NAME_INVALID` if no topic can contain it
 */
export function roomTopic(prefix: string, name: string): string {
  checkRoomName(name);
  const topic = `${prefix}room:${name}`;
  try {
    checkTopic(topic);
  } catch {
    throw WebSocketError.roomName(name);
  }
  return topic;
}
