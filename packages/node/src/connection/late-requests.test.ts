import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { answer } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { LazyIncomingMessage } from '../fast/lazy-incoming-message.js';
import { ListenerCore } from '../listener/listener-core.js';
import type { ServerLimits } from '../server-limits.js';
import { createHttpServer, type HttpServer } from '../server/http-server.js';

const running: HttpServer[] = [];

afterEach(() => {
  for (const { server } of running.splice(0)) server.close();
});

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde';

/**
 * The statuses for a request of which Node says that it is late, and then reads more, as in a process that stood still:
 * its timers run first.
 */
async function statusesOf(
  first: string,
  rest: string,
  count = 1,
  limits: Partial<ServerLimits> = {},
) {
  const core = new ListenerCore(
    { handle: async (asked) => answer(await asked.getBody().text()) },
    { factories, limits },
  );
  const http = await createHttpServer(core, null, LazyIncomingMessage);
  running.push(http);
  let heard = '';
  const duplex = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      heard += chunk.toString('latin1');
      done();
    },
  });
  http.server.emit('connection', Object.assign(duplex, { setTimeout: () => duplex }));
  if (first !== '') duplex.push(first);
  // Until then, the connection does not flow.
  await setImmediate();
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  http.server.emit('clientError', late, duplex);
  if (rest !== '') duplex.push(rest);
  const statuses = (): string[] => heard.match(/(?<=HTTP\/1.1 )\d+/g) ?? [];
  await waitFor(() => statuses().length >= count);
  return statuses();
}

describe('a late request', () => {
  it.each([
    ['all of it', '', GET],
    ['the rest of its headers', GET.slice(0, 20), GET.slice(20)],
    ['the rest of its body', POST.slice(0, -3), POST.slice(-3)],
    ['the rest of its headers, and its body', POST.slice(0, 20), POST.slice(20)],
    ['the rest of its headers, after another request', POST + GET.slice(0, 20), GET.slice(20), 2],
  ])(
    'is handled if %s has arrived when Node reads again',
    async (_part, first, rest, count = 1) => {
      expect(await statusesOf(first, rest, count)).toEqual(Array(count).fill('200'));
    },
  );

  it.each([
    ['nothing', '', ''],
    ['nothing more', GET.slice(0, 20), ''],
    ['a part of its headers', GET.slice(0, 20), GET.slice(20, -1)],
    ['a part of its body', POST.slice(0, -3), POST.slice(-3, -1)],
  ])('is refused with 408 if %s arrives', async (_part, first, rest) => {
    expect(await statusesOf(first, rest)).toEqual(['408']);
  });

  it('has requestTimeout for its body if only its headers arrive', async () => {
    const never = { checkInterval: 1_000_000, bodyTimeout: 1_000_000, bodyIdleTimeout: 1_000_000 };
    const limits = { headersTimeout: 5, requestTimeout: 5, ...never };
    expect(await statusesOf('', POST.slice(0, -1), 1, limits)).toEqual(['408']);
  });
});
