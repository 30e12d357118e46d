import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accessLog } from '@mortise/request-log';
import { SESSION, session, type SessionInterface } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { json, text } from 'mortise';
import { HttpUnauthorizedException } from 'mortise/slim';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { webSocket } from '../src/node/index.js';
import { exchange, handshake, type OpenClient, opened, refused } from './clients.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { closeServers, quietApp, type Served, served } from './served.js';
import { connect, type Socket } from 'node:net';

afterEach(closeServers);

const USER = 'user';

describe.each(implementations)('an application with WebSockets, with %s', (_, factories) => {
  let server: Served;
  let Cookie: string;
  let seen: string[];
  let lines: string[];
  let sessions: SessionInterface[];
  beforeEach(async () => {
    [seen, lines, sessions] = [[], [], []];
    const app = quietApp(factories);
    app.get('/login', (request, response) => {
      request.getAttribute(SESSION)?.set(USER, 'Ada');
      return json(response, {});
    });
    app.get('/joined', (request, response) =>
      text(response, String(request.getAttribute(SESSION)?.get('joined'))),
    );
    app.get('/page', (_request, response) => text(response, 'a page'));
    app.get('/boom', () => {
      throw new Error('boom');
    });
    app
      .group('/chat', (chat) => {
        chat.get('/{room}', (request, response, { room }) => {
          const own = request.getAttribute(SESSION) as SessionInterface;
          sessions.push(own);
          own.update('joined', (count) => Number(count ?? 0) + 1);
          return webSocket(request, response.withHeader('X-Room', room), {
            onMessage: (socket, message) => {
              socket.send(
                `${String(socket.request.getAttribute(USER))}@${room}: ${String(message)}`,
              );
            },
          });
        });
      })
      .add((request, handler) => {
        const user = request.getAttribute(SESSION)?.get(USER);
        if (user === undefined) throw new HttpUnauthorizedException(request);
        return handler.handle(request.withAttribute(USER, user));
      });
    app.add(session({ store: memoryStore(), cookie: { secure: false } }));
    app.addRoutingMiddleware();
    app.add(accessLog({ info: (line) => void lines.push(line), error: () => undefined }));
    app.add((request, handler) => {
      seen.push(`${request.getMethod()} ${request.getUri().getPath()}`);
      return handler.handle(request);
    });
    server = await served(app, { closeTimeout: 20_000 });
    const login = await fetch(`${server.url}/login`);
    Cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    seen.length = lines.length = 0;
  });
  const headers = () => ({ headers: { Cookie } });

  it('opens 200 of 200 connections through session, guard and groups', async () => {
    const rooms = Array.from({ length: 200 }, (__, at) => `r${at}`);
    const clients = await Promise.all(
      rooms.map((room) => opened(server.url, `/chat/${room}`, headers())),
    );
    const replies = await Promise.all(clients.map((client) => exchange(client, 'hi')));
    expect(replies.flat()).toEqual(rooms.map((room) => `Ada@${room}: hi`));
    expect(clients.map((client) => client.headers['x-room'])).toEqual(rooms);
    expect(seen).toHaveLength(200);
    const joined = await fetch(`${server.url}/joined`, headers());
    expect(await joined.text()).toBe('200');
    await waitForEvent('the server to close', server.close());
    for (const { closed } of clients) expect(await closed).toEqual([1001, 'the server is closing']);
    // None was cut off at the deadline.
    expect(
      server.ends.filter(({ status, error }) => status === 101 && error === null),
    ).toHaveLength(200);
  });

  it.each([
    ['without a session', '/chat/a', {}, 401],
    ['of a foreign origin', '/chat/a', { Origin: 'https://evil.example' }, 403],
    ['without a route', '/none', {}, 404],
    ['of a route that fails', '/boom', {}, 500],
    ['of a page', '/page', {}, 200],
  ])('renders the response to a handshake %s', async (__, path, fields, status) => {
    const problem = { Accept: 'application/problem+json' };
    const sent = { ...problem, ...fields, ...(status === 401 ? {} : { Cookie }) };
    const response = await refused(server.url, path, { headers: sent });
    expect([response.status, response.headers.connection]).toEqual([status, 'close']);
    if (status === 200) expect(response.body).toBe('a page');
    else {
      expect(response.headers['content-type']).toBe('application/problem+json');
      expect(JSON.parse(response.body)).toMatchObject({ status });
    }
    await waitFor(() => lines.length === 1);
    expect(lines[0]).toContain(`GET ${path} ${status}`);
  });

  it('ends the request with the connection, and logs it then', async () => {
    const client = await opened(server.url, '/chat/a', headers());
    await exchange(client, 'hi');
    expect([server.ends.length, lines]).toEqual([1, []]); // the login
    client.socket.close();
    await waitFor(() => lines.length === 1);
    expect(lines[0]).toContain('GET /chat/a 101');
    expect(server.ends.at(-1)).toEqual({ status: 101, bytes: 0, error: null });
  });

  it('has committed the session when the connection opens, after which it is read-only', async () => {
    const client = await opened(server.url, '/chat/a', headers());
    const [own] = sessions;
    expect(own?.get(USER)).toBe('Ada');
    expect(() => {
      own?.set(USER, 'Eve');
    }).toThrow(expect.objectContaining({ code: 'SESSION_COMMITTED' }));
    client.socket.close();
  });

  it('sends the cookie of a session that the handshake began', async () => {
    const app = quietApp(factories);
    app.get('/', (request, response) => {
      request.getAttribute(SESSION)?.set(USER, 'new');
      return webSocket(request, response, {});
    });
    app.add(session({ store: memoryStore(), cookie: { secure: false } }));
    const client = await opened((await served(app)).url, '/');
    expect(client.headers['set-cookie']).toHaveLength(1);
    client.socket.close();
  });
});

describe('sending to many', () => {
  it('is a loop over the open sockets', async () => {
    const members = new Set<{ send(message: string): void }>();
    const app = quietApp();
    app.get('/', (request, response) =>
      webSocket(request, response, {
        onOpen: (socket) => void members.add(socket),
        onMessage: (_socket, message) => {
          for (const member of members) member.send(String(message));
        },
        onClose: (socket) => void members.delete(socket),
      }),
    );
    const { url } = await served(app);
    const clients: OpenClient[] = [];
    for (let count = 0; count < 3; count++) clients.push(await opened(url, '/'));
    const [first, second, third] = clients as [OpenClient, OpenClient, OpenClient];
    third.socket.close();
    await waitFor(() => members.size === 2);
    first.socket.send('to all');
    await waitFor(() => second.messages.length === 1 && first.messages.length === 1);
    expect(clients.map(({ messages }) => messages)).toEqual([['to all'], ['to all'], []]);
    first.socket.close();
    second.socket.close();
  });
});

describe('a client that is killed in its handshake', () => {
  it('leaves nothing behind', async () => {
    let begun = 0;
    let opens = 0;
    const clients: Socket[] = [];
    const app = quietApp();
    app.get('/{number}', async (request, response, { number }) => {
      begun++;
      const client = clients[Number(number)] as Socket;
      if (Number(number) % 2 === 0) client.resetAndDestroy();
      else client.end();
      // Each turn of the loop reads from all sockets, however long it takes on a busy machine.
      for (let turns = 0; turns < 10; turns++)
        await new Promise((resolve) => setImmediate(resolve));
      return webSocket(request, response, {
        onOpen: () => {
          opens++;
        },
      });
    });
    const server = await served(app);
    for (let number = 0; number < 50; number++) {
      const client = connect(server.port, '127.0.0.1').on('error', () => undefined);
      clients.push(client);
      client.write(handshake(`/${number}`));
    }
    await waitFor(() => begun === 50 && server.ends.length === 50);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect([opens, server.errors]).toEqual([0, []]);
    await waitForEvent('the server to close', server.close());
  });
});
