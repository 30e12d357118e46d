import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { bodyParser } from '../src/index.js';
import { multipartForm, multipartParts } from '../src/multipart/index.js';
import { CONTENT_TYPE, field, file, formBytes } from './form-bytes.js';
import { openFiles } from './open-files.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';

const FORM = formBytes([file('kept', Buffer.alloc(200_000)), field('a', '1'), file('f', 'x')]);
const STAGES = [0, 0.1, 0.9, 0.9985, 0.9999];
const folder = mkdtempSync(join(tmpdir(), 'upload-faults-'));
const outcomes: unknown[] = [];
let accepted: Socket | undefined;
const server = createServer((request, response) => {
  const read = request.url === '/parts' ? throwMidPart : store;
  void read(request)
    .then(
      () => 'whole',
      (error: unknown) => (error as Error).message,
    )
    .then((outcome) => {
      outcomes.push(outcome);
      response.end(outcome);
    });
});

server.on('connection', (socket) => {
  accepted = socket;
});

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['/form', '/parts'])('an upload to %s', (path) => {
  it.each(STAGES)('leaves no file when the client disconnects after %d of it', async (share) => {
    const before = outcomes.length;
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${CONTENT_TYPE}\r\nContent-Length: ${FORM.length}\r\n\r\n`;
    socket.write(head);
    socket.write(FORM.subarray(0, Math.floor(FORM.length * share)));
    const arrived = (): boolean =>
      accepted?.remotePort === socket.localPort && accepted?.bytesRead === socket.bytesWritten;
    await waitFor(() => !socket.connecting && (arrived() || outcomes.length > before));
    socket.destroy();
    await waitFor(() => outcomes.length > before);
    await waitFor(() => readdirSync(folder).length + openFiles(folder) === 0);
    expect(outcomes.at(-1)).not.toBe('whole');
    expect([readdirSync(folder), openFiles(folder)]).toEqual([[], 0]);
    expect(await post('/form')).toBe('whole');
  });
});

it('a handler that throws in the middle of a part gets its error response, and others are served', async () => {
  expect(await post('/parts')).toBe('thrown mid-part');
  expect(await post('/form')).toBe('whole');
  await waitFor(() => readdirSync(folder).length === 0);
  expect(readdirSync(folder)).toEqual([]);
});

async function store(request: IncomingMessage): Promise<void> {
  const reader = multipartForm({ factories, storage: createTemporaryStorage({ folder }) });
  const came = factories
    .createServerRequest('POST', 'http://example.test/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStreamFromResource(request));
  const parse = bodyParser({ factories, readers: { 'multipart/form-data': reader } });
  const parsed = await parse(came);
  await parsed.getLifetime().end();
}

async function throwMidPart(request: IncomingMessage): Promise<void> {
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const part of multipartParts(body, CONTENT_TYPE)) {
    for await (const chunk of part) if (chunk.length > 0) throw new Error('thrown mid-part');
  }
}

async function post(path: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'Content-Type': CONTENT_TYPE };
  const init = { method: 'POST', body: FORM, headers };
  return (await fetch(`http://127.0.0.1:${port}${path}`, init)).text();
}
