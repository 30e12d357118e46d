import { randomBytes } from 'node:crypto';
import { get, type ClientRequest } from 'node:http';
import { expect, it } from '@jest/globals';
import { busAt } from '../../../tooling/testing/bus-at.js';
import { type ServerProcess, startServer } from '../../../tooling/testing/server-process.js';
import { tcpProxy } from '../../../tooling/testing/tcp-proxy.js';
import { PROCESS_PATIENCE, waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { channel } from '../src/index.js';

const CLIENTS = 20;
const EVENTS = 300;
const PROGRAM = new URL('shared-channel-program.ts', import.meta.url);

/** A browser that is sent to another process each time it reconnects. */
class Client {
  readonly seen: number[] = [];
  gaps = 0;
  #lastId: string | null = null;
  #request: ClientRequest | null = null;
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;
  readonly #urls: readonly string[];

  constructor(urls: readonly string[], turn: number) {
    this.#urls = urls;
    this.#turn = turn;
  }

  /** Whether it has a position. */
  get isReady(): boolean {
    return this.#lastId !== null;
  }

  open(): void {
    let text = '';
    const headers = this.#lastId === null ? {} : { 'Last-Event-ID': this.#lastId };
    const url = this.#urls[this.#turn++ % this.#urls.length] ?? '';
    const request = get(url, { headers, agent: false }, (response) => {
      response.setEncoding('utf8').on('error', () => undefined);
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#read(block);
      });
    });
    this.#request = request;
    request.on('error', () => undefined);
    request.on('close', () => {
      if (this.#request === request)
        this.#timer = setTimeout(() => {
          this.open();
        }, 10);
    });
  }

  reconnect(): void {
    this.#request?.destroy();
  }

  close(): void {
    clearTimeout(this.#timer);
    const request = this.#request;
    this.#request = null;
    request?.destroy();
  }

  #read(block: string): void {
    const fields = new Map(block.split('\n').map((line) => line.split(': ') as [string, string]));
    this.#lastId = fields.get('id') ?? this.#lastId;
    if (fields.get('event') === 'gap') this.gaps += 1;
    else if (fields.has('data')) this.seen.push(Number(fields.get('data')));
  }
}

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const url = process.env[service] ?? '';
  const on = withService(url !== '', `events of two processes (set ${service})`);

  on(`a shared channel of two processes, on ${service}`, () => {
    it(
      'loses no event and sends none twice, with clients that change the process, a bus that is cut and hangs, and a worker that is killed',
      async () => {
        const table = `sse_${randomBytes(6).toString('hex')}`;
        const proxy = await tcpProxy(url);
        const direct = await busAt(url, { table });
        const env = { BUS_URL: proxy.url, BUS_TABLE: table };
        const servers: ServerProcess[] = [];
        const urls: string[] = [];
        const clients: Client[] = [];
        /** By the number of the event that they follow. */
        const faults = new Map<number, () => unknown>([
          [
            60,
            () => {
              proxy.cut();
            },
          ],
          [
            70,
            () => {
              proxy.cut();
            },
          ],
          [100, goAway],
          [110, comeBack],
          [150, replaceWorker],
        ]);
        // Until every client is up to date, none changes: a process waits 2 s for an event that it has not received.
        const hangsAt = (number: number) => number > 100 && number <= 110;
        const allHave = (number: number) =>
          waitFor(() => clients.every(({ seen }) => seen.at(-1) === number), PROCESS_PATIENCE);
        async function goAway(): Promise<void> {
          await allHave(100);
          proxy.stall();
        }
        async function comeBack(): Promise<void> {
          await new Promise((resolve) => setTimeout(resolve, 1_500)); // longer than the processes wait for it
          proxy.resume();
          await allHave(110);
        }
        async function replaceWorker(): Promise<void> {
          servers[0]?.child.kill('SIGKILL');
          const fresh = await startServer(PROGRAM, { ...env, BUS_URL: url });
          servers.push(fresh);
          urls[0] = fresh.url;
        }
        try {
          for (let count = 0; count < 2; count++) servers.push(await startServer(PROGRAM, env));
          urls.push(...servers.map((server) => server.url));
          for (let at = 0; at < CLIENTS; at++) clients.push(new Client(urls, at));
          for (const client of clients) client.open();
          await waitFor(() => clients.every(({ isReady }) => isReady));
          const news = await channel({ bus: direct.bus, topic: 'news', history: 1_000 });
          for (let number = 0; number < EVENTS; number++) {
            await news.publish({ data: String(number) });
            if (!hangsAt(number)) clients[number % CLIENTS]?.reconnect();
            await faults.get(number)?.();
          }
          const all = Array.from({ length: EVENTS }, (_, number) => number);
          await allHave(EVENTS - 1);
          for (const { seen, gaps } of clients) expect([seen, gaps]).toEqual([all, 0]);
          await news.close();
        } finally {
          for (const client of clients) client.close();
          for (const { child } of servers) child.kill('SIGKILL');
          await direct.close();
          await proxy.close();
        }
      },
      5 * PROCESS_PATIENCE,
    );
  });
}
