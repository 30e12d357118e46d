import { currentContext, reportUnawaited } from '@mortise/base';
import {
  clock,
  ensure,
  methods,
  observer,
  optional,
  options,
  or,
  text,
} from '@mortise/base/options';
import {
  PubSubError,
  type PubSubInterface,
  type PubSubMessage,
  type PubSubSubscription,
} from '@mortise/pubsub';
import type { WebSocketInterface } from '../../web-socket-interface.js';
import type { RoomClose } from './presence-message.js';
import { Presence } from './presence.js';
import { checkClose } from '../close-code.js';
import { decodeRoomMessage, encodeRoomMessage } from './room-message.js';
import { checkRoomName, roomTopic } from './room-topic.js';

/** How rooms are shared between processes. */
export interface RoomsOptions {
  /** Transports the messages between processes; it is not closed with the rooms. */
  readonly bus: Pick<PubSubInterface, 'publish' | 'subscribe'>;

  /** Prefixes the bus's topics: at most 100 characters. Default: `'rooms:'`. */
  readonly prefix?: string | undefined;

  /**
   * Called if members of a room in this process may have missed messages because the connection to the bus was lost.
   * Tell them to reload the room's state. Default: nothing is done.
   */
  readonly onGap?: ((room: string) => void) | undefined;

  /**
   * Called when the member count of a room with members in this process changes: after each join and leave in this
   * process, and when changes in other processes become known. Each process gets this call: send the count only to its
   * own sockets. Default: nothing is done.
   */
  readonly onCount?: ((room: string, count: RoomCount) => void) | undefined;

  /**
   * Called if the counts of this process could not be published, if the bus could not end the subscription of a room
   * that its last member has left, and with the error of a `join`, `publish` or `disconnect` that no code awaits. Default:
   * writes the error to the console.
   */
  readonly onError?: ((error: unknown) => void) | undefined;

  /** The clock, in milliseconds; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Options of one message to a room. */
export interface RoomPublishOptions {
  /** A socket of this process that does not receive the message, such as the sender's. Default: none. */
  readonly except?: WebSocketInterface | undefined;
}

/** The members of a room. */
export interface RoomCount {
  /** In this process. */
  readonly here: number;
  /** In all processes: exact soon after a change; those of a killed process count for 30 seconds. */
  readonly all: number;
}

/** Sockets by room, in every process. */
export interface RoomsInterface {
  /**
   * Adds a socket to a room; no effect if already a member. Settles when the socket receives what is published there.
   * The end of its connection removes it from all rooms.
   *
   * @throws {PubSubError} `PUBSUB_UNAVAILABLE`, as a rejection, if the bus cannot be reached, or the rooms were closed:
   *   the socket did not join
   * @throws {WebSocketError} `ROOM_NAME_INVALID` (400), as a rejection, for a name that no topic can contain
   * @throws {OptionError} `OPTION_INVALID`, as a rejection, for a name that is not a string
   */
  join(socket: WebSocketInterface, room: string): Promise<void>;

  /** Removes a socket from a room, immediately; no effect if it is not a member. */
  leave(socket: WebSocketInterface, room: string): void;

  /**
   * Sends a message to all members of a room, in every process, at most once. Settles when the bus has it.
   *
   * @param message text or bytes, at most 1,048,512: 64 less than 1 MiB, the default of `maxPayload`
   * @throws {OptionError} as a rejection
   * @throws {PubSubError} as a rejection: `PUBSUB_MESSAGE_TOO_LARGE`; with `PUBSUB_UNAVAILABLE` the message can have
   *   been sent
   * @throws {WebSocketError} `ROOM_NAME_INVALID` (400), as a rejection, for a name that no topic can contain
   */
  publish(room: string, message: string | Uint8Array, options?: RoomPublishOptions): Promise<void>;

  /**
   * Closes the sockets of all members of a room, in every process: those of this one immediately. Settles when the bus has it.
   *
   * @param code,reason as for {@link WebSocketInterface.close}
   * @throws {OptionError} as a rejection: no socket was closed
   * @throws {PubSubError} `PUBSUB_UNAVAILABLE`, as a rejection: those of other processes can have stayed open
   */
  disconnect(room: string, code?: number, reason?: string): Promise<void>;

  /** Counts the members of a room, without waiting. */
  count(room: string): RoomCount;

  /**
   * Removes all members, and ends the bus subscriptions. The sockets stay open, later joins are rejected, and
   * messages still reach the members in other processes.
   */
  close(): Promise<void>;
}

interface Room {
  readonly members: Set<WebSocketInterface>;
  readonly subscription: Promise<PubSubSubscription>;
  /** The count that `onCount` got last; 0 if it has to be called again. */
  told: number;
}

const declared = options<RoomsOptions>()('rooms', {
  bus: methods('a bus, such as memoryPubSub()', 'publish', 'subscribe'),
  prefix: or(text(100), 'rooms:'),
  onGap: observer,
  onCount: observer,
  onError: or(observer, console.error),
  now: clock,
});

const declaredPublish = options<RoomPublishOptions>()('publish', {
  except: optional(methods('a WebSocket of this process', 'send')),
});

/**
 * Creates rooms. Nothing is kept: a member gets what is published while it is connected. `onGap`, `onCount` and `onError`
 * are called in the asynchronous context of this call.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function rooms(given: RoomsOptions): RoomsInterface {
  return new Rooms(declared(given));
}

type CheckedOptions = ReturnType<typeof declared>;

/** Rooms live longer than the request of their first member: what they listen to and call has the context of `rooms()`. */
function inOwnContext(options: CheckedOptions): CheckedOptions {
  const { bus, onCount, onError } = options;
  const inContext = currentContext();
  return {
    ...options,
    bus: {
      publish: (...args) => bus.publish(...args),
      subscribe: (...args) => inContext(() => bus.subscribe(...args)),
    },
    onCount: (...args) => {
      inContext(() => {
        onCount(...args);
      });
    },
    onError: (error) => {
      inContext(() => {
        onError(error);
      });
    },
  };
}

class Rooms implements RoomsInterface {
  readonly #options: CheckedOptions;
  readonly #rooms = new Map<string, Room>();
  /** The rooms of each socket. */
  readonly #joined = new WeakMap<WebSocketInterface, Set<string>>();
  readonly #ids = new WeakMap<WebSocketInterface, string>();
  readonly #id: string = crypto.randomUUID();
  readonly #presence: Presence;
  #count = 0;
  #isClosed = false;

  constructor(options: CheckedOptions) {
    this.#options = inOwnContext(options);
    this.#presence = new Presence({
      ...this.#options,
      topic: `${options.prefix}counts`,
      id: this.#id,
      counts: () => [...this.#rooms].map(([name, { members }]) => [name, members.size] as const),
      onClose: (close) => {
        this.#closeMembers(close);
      },
      onCounts: () => {
        for (const [name, room] of [...this.#rooms]) this.#tell(name, room);
      },
    });
  }

  join(socket: WebSocketInterface, name: string): Promise<void> {
    return this.#reported(this.#join(socket, name));
  }

  publish(name: string, message: string | Uint8Array, options?: RoomPublishOptions): Promise<void> {
    return this.#reported(this.#publish(name, message, options));
  }

  disconnect(name: string, code = 1000, reason = ''): Promise<void> {
    return this.#reported(this.#disconnect({ room: name, code, reason }));
  }

  #reported(work: Promise<void>): Promise<void> {
    return reportUnawaited(work, this.#options.onError);
  }

  async #join(socket: WebSocketInterface, name: string): Promise<void> {
    this.#assertOpen();
    const joined = this.#roomsOf(socket);
    // The first member of a room subscribes to it, and the others wait for that.
    const room = this.#rooms.get(name) ?? this.#open(name);
    room.members.add(socket);
    joined.add(name);
    try {
      await Promise.all([room.subscription, this.#presence.begin()]);
      this.#assertOpen();
    } catch (error) {
      // A later call of `join` has opened the room again.
      if (this.#rooms.get(name) === room) this.leave(socket, name);
      throw error;
    }
    this.#presence.changed();
    room.told = 0; // the new member has not been told
    this.#tell(name, room);
    // Its connection has ended in the meantime, perhaps before its end was listened to.
    if (!socket.isOpen) this.leave(socket, name);
  }

  leave(socket: WebSocketInterface, name: string): void {
    this.#joined.get(socket)?.delete(name);
    const room = this.#rooms.get(name);
    if (room?.members.delete(socket) !== true) return;
    if (room.members.size === 0) this.#drop(name, room);
    else this.#tell(name, room);
    this.#presence.changed();
  }

  async #publish(
    name: string,
    message: string | Uint8Array,
    options?: RoomPublishOptions,
  ): Promise<void> {
    const { except } = declaredPublish(options);
    const isMessage = typeof message === 'string' || (message as unknown) instanceof Uint8Array;
    ensure(isMessage, 'publish.message', message, 'a string or a Uint8Array');
    const sender = except === undefined ? '' : this.#idOf(except);
    await this.#options.bus.publish(
      roomTopic(this.#options.prefix, name),
      encodeRoomMessage({ message, except: sender }),
    );
  }

  async #disconnect(close: RoomClose): Promise<void> {
    checkRoomName(close.room);
    checkClose('disconnect', close.code, close.reason);
    this.#closeMembers(close);
    await this.#presence.publishClose(close);
  }

  count(name: string): RoomCount {
    // A process without members counts those of the others from its first question on.
    if (!this.#isClosed) this.#presence.begin().catch(() => undefined);
    const here = this.#rooms.get(name)?.members.size ?? 0;
    return { here, all: here + this.#presence.elsewhere(name) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [name, room] of this.#rooms) {
      room.members.clear();
      this.#drop(name, room);
    }
    await this.#presence.close();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw PubSubError.unavailable('the rooms were closed');
  }

  #open(name: string): Room {
    const members = new Set<WebSocketInterface>();
    const subscription = this.#options.bus.subscribe(roomTopic(this.#options.prefix, name), {
      message: (message) => {
        this.#deliver(members, message);
      },
      gap: () => {
        this.#options.onGap(name);
      },
    });
    const room = { members, subscription, told: 0 };
    this.#rooms.set(name, room);
    return room;
  }

  #drop(name: string, room: Room): void {
    this.#rooms.delete(name);
    room.subscription
      .then(
        (subscription) => subscription.unsubscribe(),
        () => undefined,
      )
      .catch(this.#options.onError);
  }

  #tell(name: string, room: Room): void {
    if (room.members.size === 0) return;
    const count = this.count(name);
    if (count.all === room.told) return;
    room.told = count.all;
    this.#options.onCount(name, count);
  }

  #deliver(members: ReadonlySet<WebSocketInterface>, { data }: PubSubMessage): void {
    const received = decodeRoomMessage(data);
    if (received === null) return;
    const { message, except } = received;
    for (const member of members) if (this.#ids.get(member) !== except) member.send(message);
  }

  #closeMembers({ room, code, reason }: RoomClose): void {
    for (const member of [...(this.#rooms.get(room)?.members ?? [])]) member.close(code, reason);
  }

  #roomsOf(socket: WebSocketInterface): Set<string> {
    const known = this.#joined.get(socket);
    if (known !== undefined) return known;
    const joined = new Set<string>();
    this.#joined.set(socket, joined);
    socket.request.getLifetime().onEnd(() => {
      for (const name of [...joined]) this.leave(socket, name);
    });
    return joined;
  }

  #idOf(socket: WebSocketInterface): string {
    const known = this.#ids.get(socket);
    if (known !== undefined) return known;
    const id = `${this.#id}-${this.#count++}`;
    this.#ids.set(socket, id);
    return id;
  }
}
