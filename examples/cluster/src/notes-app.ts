import { health } from '@mortise/health';
import { session, sessionOf } from '@mortise/session';
import { eventStream, lastEventId } from '@mortise/sse';
import { webSocket } from '@mortise/ws/node';
import { type AppInterface, type AttributeKey, createApp, httpError, json } from 'mortise';
import type { Services } from './services.js';

/** How many notes a visitor has added. */
const ADDED: AttributeKey<number> = 'added';

/** `bigint` is text in JavaScript. */
interface Note {
  readonly id: string;
  readonly text: string;
}

const INSERT = 'INSERT INTO notes (text) VALUES ($1) RETURNING id, text';
const NEWEST = 'SELECT id, text FROM notes ORDER BY id DESC LIMIT 20';

/** The routes. No state is kept in the process, so that any process can serve any request. */
export function notesApp({ pool, store, added, chat }: Services): AppInterface {
  const app = createApp({ body: { strict: true }, errors: { format: 'problem' } });

  app.get('/notes', async (_, response) => {
    const { rows } = await pool.query<Note>(NEWEST);
    return json(response, rows);
  });

  app.post('/notes', async (request, response) => {
    const { text } = Object(request.getParsedBody()) as { text?: unknown };
    // PostgreSQL refuses NUL.
    if (typeof text !== 'string' || text.includes('\0'))
      throw httpError(422, 'A note needs a text.');
    const { rows } = await pool.query<Note>(INSERT, [text]);
    const [note] = rows;
    await added.publish({ data: { ...note } });
    const current = sessionOf(request);
    current.update(ADDED, (count) => (count ?? 0) + 1);
    return json(response, { ...note, yours: current.get(ADDED) }, 201);
  });

  app.get('/events', (request, response) =>
    eventStream(request, response, added.subscribe(lastEventId(request)), { retry: 500 }),
  );

  app.get('/chat/{room}', (request, response, { room }) =>
    webSocket(request, response, {
      onOpen: async (socket) => {
        await chat.join(socket, room);
        socket.send('joined'); // from here on it misses nothing while it is connected
      },
      onMessage: (socket, message) => chat.publish(room, message, { except: socket }),
    }),
  );

  app.add(session({ store }));
  // No check of PostgreSQL or Redis: all processes share them, and none would be left to respond.
  app.add(health());
  return app;
}
