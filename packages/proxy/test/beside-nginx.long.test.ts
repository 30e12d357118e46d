/** The same requests through the proxy and through nginx: what the client gets, and what the target received. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  type IncomingMessage,
  type RequestOptions,
  createServer,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '../../../tooling/setup/free-port.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { closeServers, listening, type Received, send, served } from './served.js';

const NGINX = '/usr/sbin/nginx';

/** Members of what the target received that the two write differently, by design. */
const OF_PROXY = /^(?:connection|host|via|x-forwarded-.*|accept-encoding)$/;

interface Row {
  readonly options?: RequestOptions & { readonly body?: string };
  /** What the target does. Default: responds with 200 and what it received. */
  readonly target?: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;
  /** Whether the proxy waits for 1 s only: a longer pause of the machine would end any other row with 504. */
  readonly isImpatient?: boolean;
  /** Where the proxy differs, and why. */
  readonly differs?: { readonly nginx: unknown; readonly proxy: unknown };
}

const HANDSHAKE = {
  ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

const rows: readonly (readonly [string, Row])[] = [
  ['a GET', {}],
  [
    'a body with a length',
    { options: { method: 'POST', body: 'hello', headers: { 'Content-Length': '5' } } },
  ],
  [
    'hop-by-hop headers',
    { options: { headers: { TE: 'trailers', 'Keep-Alive': 'timeout=5', 'X-Kept': '1' } } },
  ],
  [
    'a header that Connection names',
    {
      options: { headers: { Connection: 'X-Hop', 'X-Hop': '1' } },
      differs: { nginx: '200 GET "" x-hop', proxy: '200 GET "" ' },
    },
  ],
  [
    'Expect: 100-continue',
    {
      options: {
        method: 'POST',
        body: 'hello',
        headers: { Expect: '100-continue', 'Content-Length': '5' },
      },
    },
  ],
  [
    'HEAD',
    {
      options: { method: 'HEAD' },
      target: (_, outgoing) => outgoing.writeHead(200, { 'Content-Length': '1000' }).end(),
    },
  ],
  ['304', { target: (_, outgoing) => outgoing.writeHead(304, { ETag: '"7"' }).end() }],
  ['204', { target: (_, outgoing) => outgoing.writeHead(204).end() }],
  [
    '103, then 200',
    {
      target: (_, outgoing) => {
        outgoing.writeEarlyHints({ link: '</a>; rel=preload' }, () => outgoing.end('page'));
      },
      differs: { nginx: 'no HTTP', proxy: '200 page' },
    },
  ],
  [
    'trailers',
    {
      target: (_, outgoing) => {
        outgoing.writeHead(200, { Trailer: 'X-T' });
        outgoing.write('body');
        outgoing.addTrailers({ 'X-T': '1' });
        outgoing.end();
      },
    },
  ],
  [
    'a response of the target that is compressed',
    {
      target: (_, outgoing) =>
        outgoing.writeHead(200, { 'Content-Encoding': 'gzip' }).end(Buffer.from('zip')),
    },
  ],
  [
    'a body that is never read',
    {
      options: { method: 'POST', body: 'x'.repeat(300_000) },
      target: (_, outgoing) => outgoing.writeHead(413, { 'Content-Length': '2' }).end('no'),
    },
  ],
  ['a target that sends nothing', { target: () => undefined, isImpatient: true }],
  ['a target that resets', { target: (incoming) => incoming.socket.resetAndDestroy() }],
  [
    'a target that sends garbage',
    {
      target: (incoming) => incoming.socket.end('nonsense\r\n\r\n'),
      differs: { nginx: 'no HTTP', proxy: '502' },
    },
  ],
  [
    'a response cut in the middle',
    {
      target: (incoming, outgoing) => {
        outgoing.writeHead(200, { 'Content-Length': '100' });
        outgoing.write('half');
        setTimeout(() => incoming.socket.destroy(), 50);
      },
    },
  ],
  [
    'a chunked response cut in the middle',
    {
      target: (incoming, outgoing) => {
        outgoing.write('half');
        setTimeout(() => incoming.socket.destroy(), 50);
      },
    },
  ],
  [
    'a body of DELETE',
    { options: { method: 'DELETE', body: 'hello', headers: { 'Content-Length': '5' } } },
  ],
  [
    'a response of HTTP/1.0, which ends with its connection',
    { target: (incoming) => incoming.socket.end('HTTP/1.0 200 OK\r\n\r\nall of it') },
  ],
  [
    'a response in single bytes',
    {
      target: async (incoming) => {
        for (const byte of 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello') {
          incoming.socket.write(byte);
          await new Promise(setImmediate);
        }
      },
    },
  ],
  [
    'a folded header',
    {
      target: (incoming) =>
        incoming.socket.write('HTTP/1.1 200 OK\r\nX-T: 1\r\n 2\r\nContent-Length: 2\r\n\r\nok'),
    },
  ],
  [
    'more bytes than the length',
    {
      target: (incoming) =>
        incoming.socket.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil',
        ),
    },
  ],
  [
    'part of a file',
    {
      target: (_, outgoing) =>
        outgoing
          .writeHead(206, { 'Content-Range': 'bytes 0-1/5', 'Content-Length': '2' })
          .end('he'),
    },
  ],
  ['an upgrade that is refused', { options: { headers: HANDSHAKE } }],
  [
    'dot segments',
    { options: { path: '/a/../b' }, differs: { nginx: '200 GET "" ', proxy: '400' } },
  ],
];

withService(hasNginx(), 'the proxy beside nginx (install nginx)')(
  'the proxy and nginx agree on',
  () => {
    let folder: string;
    let nginx: ChildProcess;
    let patient: Pair;
    let impatient: Pair;
    let act: Row['target'];
    beforeAll(async () => {
      const server = createServer((incoming, outgoing) => {
        if (act === undefined) void report(incoming, outgoing);
        else void act(incoming, outgoing);
      });
      server.on('upgrade', (_incoming, socket: Duplex) => {
        socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno');
      });
      const target = await listening(server);
      const port = await freePort();
      const pair = async (address: string, timeout: number): Promise<Pair> => {
        const options = { target, timeout, upgrades: true };
        const { url } = await served(options, undefined, { upgrades: true });
        return { timeout, nginx: `${address}:${port}`, proxy: url };
      };
      [patient, impatient] = [await pair('127.0.0.1', 60_000), await pair('127.0.0.2', 1_000)];
      folder = mkdtempSync(join(tmpdir(), 'proxy-nginx-'));
      writeFileSync(join(folder, 'nginx.conf'), configuration(target, [patient, impatient]));
      nginx = spawn(NGINX, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], { stdio: 'ignore' });
      await waitFor(() => send(`http://${patient.nginx}`, '/').then(Boolean, () => false));
    });
    afterAll(async () => {
      nginx.kill();
      await once(nginx, 'exit');
      rmSync(folder, { recursive: true });
      await closeServers();
    });

    it.each(rows)('%s', async (_name, { options = {}, target, isImpatient, differs }) => {
      act = target;
      const pair = isImpatient === true ? impatient : patient;
      const of = (url: string) =>
        send(url, options.path ?? '/', { ...options }).then(told, () => 'no HTTP');
      const [reference, own] = [await of(`http://${pair.nginx}`), await of(pair.proxy)];
      expect({ nginx: reference, proxy: own }).toEqual(differs ?? { nginx: own, proxy: own });
    });
  },
);

/** Responds with the method, the body and the names of the headers that were received. */
async function report(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.concat(await incoming.toArray()).toString();
  const names = Object.keys(incoming.headers).filter((name) => !OF_PROXY.test(name));
  outgoing.end(`${incoming.method} ${JSON.stringify(body)} ${names.join()}`);
}

/** The status, and for a response of the target its body, whether it is whole, and what frames and describes it. */
function told({ status, body, cut, headers }: Received): string {
  if (status >= 500 || status === 400) return String(status);
  const described = ['content-encoding', 'etag', 'x-t'].filter((name) => name in headers);
  const length =
    body === '' && headers['content-length'] !== undefined
      ? ` length ${headers['content-length']}`
      : '';
  return [
    `${status} ${body.trim()}`.trimEnd() + (body.endsWith(' ') ? ' ' : '') + length,
    ...described,
    ...(cut === '' ? [] : ['cut']),
  ].join(', ');
}

/** nginx and the proxy of this package, which wait equally long for the target. */
interface Pair {
  /** Milliseconds. */
  readonly timeout: number;
  /** Address and port. */
  readonly nginx: string;
  /** URL. */
  readonly proxy: string;
}

function configuration(target: string, pairs: readonly Pair[]): string {
  const servers = pairs.map(
    ({ nginx, timeout }) => `server { listen ${nginx}; location / {
      proxy_pass ${target}; proxy_http_version 1.1; proxy_read_timeout ${timeout}ms; proxy_request_buffering off;
      proxy_set_header Connection $http_connection; proxy_set_header Upgrade $http_upgrade;
    } }`,
  );
  return `daemon off; master_process off; pid nginx.pid; events {} http {
    access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
    ${servers.join(' ')} }`;
}

function hasNginx(): boolean {
  try {
    execFileSync(NGINX, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
