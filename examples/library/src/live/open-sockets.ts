import { createHash } from 'node:crypto';
import type { PubSubInterface } from '@mortise/pubsub';
import { sessionOf } from '@mortise/session';
import type { WebSocketInterface } from '@mortise/ws/node';
import type { ServerRequestInterface } from 'mortise';
import { personOf } from '../people/person.js';

/** Whose socket it is: a person, in one of the sessions of this person. */
export interface Owner {
  readonly person: number;
  /** A hash, because the id of a session opens it. */
  readonly session: string;
}

/** The open WebSockets of people: they outlive the requests that check who is signed in. */
export interface OpenSockets {
  add(socket: WebSocketInterface): void;
  remove(socket: WebSocketInterface): void;

  /** Closes the sockets of a person, or of one session, in all processes. Never rejects. */
  end(owner: Partial<Owner>): Promise<void>;

  close(): Promise<void>;
}

const TOPIC = 'departures';

/**
 * The sockets of this process; the other processes are told over the bus who has left.
 *
 * @param longest milliseconds after which a socket is closed, as its session can have ended: its page opens another
 */
export async function openSockets(bus: PubSubInterface, longest: number): Promise<OpenSockets> {
  const owners = new Map<WebSocketInterface, Owner & { readonly timer: NodeJS.Timeout }>();
  const endHere = ({ person, session }: Partial<Owner>): void => {
    for (const [socket, owner] of owners) {
      if (owner.person === person || owner.session === session) socket.close(1008, 'signed out');
    }
  };
  const subscription = await bus.subscribe(TOPIC, {
    message: ({ data }) => {
      endHere(JSON.parse(new TextDecoder().decode(data)) as Partial<Owner>);
    },
  });
  return {
    add: (socket) => {
      const close = (): void => {
        socket.close(1008, 'session over');
      };
      const timer = setTimeout(close, longest).unref();
      owners.set(socket, { ...ownerOf(socket.request), timer });
    },
    remove: (socket) => {
      clearTimeout(owners.get(socket)?.timer);
      owners.delete(socket);
    },
    end: async (owner) => {
      endHere(owner);
      await bus.publish(TOPIC, JSON.stringify(owner)).catch((error: unknown) => {
        console.error(`The sockets of other processes could not be closed: ${String(error)}`);
      });
    },
    close: () => subscription.unsubscribe(),
  };
}

/** Who has sent a request. Read it before the session is destroyed. */
export function ownerOf(request: ServerRequestInterface): Owner {
  const id = sessionOf(request).id ?? '';
  return {
    person: personOf(request).id,
    session: createHash('sha256').update(id).digest('base64url'),
  };
}
