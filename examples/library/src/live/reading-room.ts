import { PubSubError, type PubSubInterface } from '@mortise/pubsub';
import { render } from '@mortise/view';
import {
  type RoomCount,
  type RoomsInterface,
  rooms,
  type WebSocketInterface,
  webSocket,
} from '@mortise/ws/node';
import { isHttpError, type Routes } from 'mortise';
import type { PeopleStore } from '../people/people-store.js';
import { personOf } from '../people/person.js';
import { only } from '../people/roles.js';
import { endWithSession } from './open-sockets.js';

const ROOM = 'reading';
const LONGEST = 500; // characters of a message

/** The room and those of people, and who is in it in this process. */
export interface ReadingRoom {
  readonly rooms: RoomsInterface;
  readonly members: Set<WebSocketInterface>;
}

/** One room of all processes that share the bus; messages are not kept. Each process tells its members how many there are. */
export function readingRoom(bus: PubSubInterface): ReadingRoom {
  const members = new Set<WebSocketInterface>();
  const onCount = (room: string, { all }: RoomCount): void => {
    if (room !== ROOM) return;
    for (const member of members) member.send(JSON.stringify({ present: all }));
  };
  return { rooms: rooms({ bus, onCount }), members };
}

/** Whether the bus or the database is away. */
function isAway(error: unknown): boolean {
  return error instanceof PubSubError || (isHttpError(error) && error.status === 503);
}

/** The page of the room and its WebSocket, which require a login. */
export function readingRoomPages(
  routes: Routes,
  { rooms, members }: ReadingRoom,
  people: PeopleStore,
  sessionIdle: number,
): void {
  routes.get(
    '/reading-room',
    (request, response) => {
      const present = rooms.count(ROOM).all;
      return render(request, response, 'reading-room', { title: 'Reading room', present });
    },
    only('reader'),
  );

  routes.get(
    '/reading-room/socket',
    (request, response) => {
      const { id, name } = personOf(request);
      const say = async (socket: WebSocketInterface, text: string) => {
        try {
          // Somebody can be deleted in the database alone.
          if ((await people.find(id)) === null) socket.close(1008, 'deleted');
          else await rooms.publish(ROOM, JSON.stringify({ name, text }));
        } catch (error) {
          if (!isAway(error)) throw error;
          socket.send(JSON.stringify({ unsent: text })); // the page puts it back into the field
        }
      };
      return webSocket(request, response, {
        maxPayload: 4 * LONGEST,
        onOpen: async (socket) => {
          await endWithSession(rooms, socket, sessionIdle);
          members.add(socket);
          await rooms.join(socket, ROOM);
          socket.send(JSON.stringify({ joined: true }));
        },
        onClose: (socket) => {
          members.delete(socket);
        },
        onMessage: async (socket, message) => {
          if (typeof message !== 'string' || message.trim() === '') return;
          if (message.length > LONGEST) {
            const problem = `A message can have at most ${LONGEST} characters.`;
            socket.send(JSON.stringify({ unsent: message, problem }));
            return;
          }
          await say(socket, message);
        },
      });
    },
    only('reader'),
  );
}
