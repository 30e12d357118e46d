import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { fileURLToPath } from 'node:url';
import { endSpawned, spawned } from './spawned.js';
import { PROCESS_PATIENCE, waitForEvent } from './wait-for.js';

afterEach(endSpawned);

const CONNECTIONS = 20;
const ROUNDS = 5;

const setup = fileURLToPath(new URL('agent-setup.cjs', import.meta.url));
const psk = Buffer.alloc(32, 7);
const tls = {
  pskCallback: () => ({ psk, identity: 'test' }),
  ciphers: 'PSK+HIGH:@SECLEVEL=0',
  checkServerIdentity: () => undefined,
};

/** When the agent is loaded, and how: variables and options of Node. */
const ways: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  ['with --import and its hook', { HOOKED: '1' }, ['--import', setup]],
  ['with --require', {}, ['--require', setup]],
  ['before serve', { WHEN: 'before' }, []],
  ['after serve', { WHEN: 'after' }, []],
];

/** The trace of the client that requests a path. */
const traceOf = (at: number, round: number): string =>
  `${at}`.padStart(16, 'a') + `${round}`.padStart(16, 'b');

class Client {
  readonly #agent: Agent;
  readonly #port: number;
  readonly #secure: boolean;

  constructor(port: number, secure: boolean) {
    const options = { keepAlive: true, maxSockets: CONNECTIONS };
    this.#agent = secure ? new SecureAgent({ ...options, ...tls }) : new Agent(options);
    this.#port = port;
    this.#secure = secure;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const options = { host: '127.0.0.1', port: this.#port, path, headers, agent: this.#agent };
    const request = this.#secure ? httpsRequest : httpRequest;
    const body = new Promise<string>((resolve, reject) => {
      request(options, (incoming) => {
        let text = '';
        incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
        incoming.on('end', () => {
          resolve(text);
        });
      })
        .on('error', reject)
        .end();
    });
    return waitForEvent(`the response to ${path}`, body);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/**
 * What the handlers found, and the traces of the spans that were exported, for 20 connections at once.
 *
 * @param headers of every other request
 */
async function observed(
  agent: string,
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly bodies: readonly string[]; readonly spans: readonly string[] }> {
  const { child, output } = spawned('agent-server.ts', { AGENT: agent, ...env }, options);
  await waitForEvent('the port of the server', once(child.stdout, 'data'), PROCESS_PATIENCE);
  const client = new Client(Number(output()), env['TLS'] !== undefined);
  const bodies: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const asked = Array.from({ length: CONNECTIONS }, (_, at) => {
      const trace = traceOf(at, round);
      return client.get(`/${at}/${round}`, {
        traceparent: `00-${trace}-00f067aa0ba902b7-01`,
        'sentry-trace': `${trace}-00f067aa0ba902b7-1`,
        ...(at % 2 === 1 && headers),
      });
    });
    bodies.push(...(await Promise.all(asked)));
  }
  const spans = JSON.parse((await client.get('/spans')) || '[]') as string[];
  client.close();
  return { bodies, spans };
}

const pairs = Array.from({ length: ROUNDS }, (_, round) =>
  Array.from({ length: CONNECTIONS }, (_at, at) => [at, round] as const),
).flat();
const own = pairs.map(([at, round]) => {
  const trace = traceOf(at, round);
  return `/${at}/${round} /${at}/${round} ${trace} ${trace}`;
});
const traces = pairs.map(([at, round]) => traceOf(at, round)).sort();

describe('a request that OpenTelemetry traces', () => {
  it.each(ways)(
    'is handled in the trace of its client, if loaded %s',
    async (_, env, options) => {
      const { bodies, spans } = await observed('opentelemetry', env, options);
      expect(bodies).toEqual(own);
      expect([...spans].sort()).toEqual(traces);
    },
    120_000,
  );

  it('is handled in it over TLS too', async () => {
    const { bodies } = await observed('opentelemetry', { WHEN: 'before', TLS: '1' });
    expect(bodies).toEqual(own);
  }, 120_000);
});

const waits = { Expect: '100-continue' };

describe('a request whose client waits for 100 Continue', () => {
  it.each([
    ['HTTP/1.1', {}],
    ['HTTP/2 as well', { OPTIONS: '{"http2":true}' }],
  ])(
    'is traced by OpenTelemetry where the server has %s',
    async (_, env) => {
      const found = await observed('opentelemetry', { WHEN: 'before', ...env }, [], waits);
      expect(found.bodies).toEqual(own);
      expect([...found.spans].sort()).toEqual(traces);
    },
    120_000,
  );

  it('is handled with its own user of Sentry', async () => {
    const found = await observed('sentry', {}, ['--import', setup], waits);
    expect(found.bodies).toEqual(own);
  }, 120_000);
});

describe('a request that Sentry traces', () => {
  it.each([['with --import', {}, ['--import', setup]] as const, ...ways.slice(2)])(
    'is handled in the trace of its client, with its own user, if loaded %s',
    async (_, env, options) => {
      expect((await observed('sentry', env, options)).bodies).toEqual(own);
    },
    120_000,
  );
});
