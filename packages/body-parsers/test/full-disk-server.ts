/**
 * A server in a process of its own, whose temporary files go to a disk that fills up. Writes its port to
 * stdout; answers a form with its fields and files, and `GET /` with what is left of all forms.
 */
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UploadedFileInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { bodyParser } from '../src/index.js';
import { multipartForm } from '../src/multipart/index.js';
import { CONTENT_TYPE } from './form-bytes.js';
import { openFiles } from './open-files.js';

const folder = process.argv[2] ?? '';
let unsettled = 0;
let told = new Set<unknown>();

const reader = multipartForm({
  factories,
  storage: createTemporaryStorage({ folder }),
  onStorageError: (error) => told.add((error as { code?: unknown }).code),
});
const parse = bodyParser({ factories, readers: { 'multipart/form-data': reader } });

async function upload(came: IncomingMessage): Promise<unknown> {
  const request = factories
    .createServerRequest('POST', 'http://example.test/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStreamFromResource(came));
  unsettled++;
  try {
    const parsed = await parse(request);
    const files = parsed.getUploadedFiles() as Record<string, UploadedFileInterface>;
    const described = Object.entries(files).map(async ([name, file]) => {
      const error = file.getError();
      return [name, error, error === 0 ? (await file.getStream().getContents()).length : null];
    });
    const answer = { fields: parsed.getParsedBody(), files: await Promise.all(described) };
    await parsed.getLifetime().end();
    return answer;
  } finally {
    unsettled--;
  }
}

/** And forgets what storage told. */
function left(): unknown {
  const codes = [...told];
  told = new Set();
  return { files: readdirSync(folder).length, descriptors: openFiles(folder), unsettled, codes };
}

const server = createServer((request, response) => {
  const answer = request.method === 'POST' ? upload(request) : Promise.resolve(left());
  void answer.then((data) => response.end(JSON.stringify(data)));
}).listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
