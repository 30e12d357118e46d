import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createContextKey, createRouter } from '@remix-run/fetch-router';
import { parseMultipartRequest } from '@remix-run/multipart-parser';
import { createRequestListener } from '@remix-run/node-fetch-server';
import qs from 'qs';
import * as contract from '../contract.js';

const { Response } = globalThis;
const text = (body, status = 200) =>
  new Response(body, { status, headers: { 'content-type': contract.TEXT } });
const router = createRouter({ defaultHandler: () => text(contract.NOT_FOUND, 404) });
const keys = new Map(contract.LAYERS.map((name) => [name, createContextKey(0)]));
const setters = contract.LAYERS.map((name, index) => async (context, next) => {
  context.set(keys.get(name), index);
  return next();
});

router.get('/', () => text(contract.HELLO));
router.get('/api/library/books/:id', ({ params }) => Response.json(contract.book(params.id)));
router.post('/json', async ({ request }) => Response.json(await request.json()));
router.post('/form', async ({ request }) => Response.json(qs.parse(await request.text())));
router.get('/mw', {
  middleware: setters,
  handler: (context) => Response.json(contract.sumOf((name) => context.get(keys.get(name)))),
});
router.get('/headers', ({ request, url }) => {
  const { searchParams } = url;
  const [page, q] = [searchParams.get('page'), searchParams.get('q')];
  return Response.json({ id: request.headers.get('x-request-id'), page, q });
});
router.get('/stream', () => {
  const headers = { 'content-type': contract.BYTES };
  return new Response(Readable.toWeb(contract.streamed()), { headers });
});
router.get('/file', () => {
  return new Response(Readable.toWeb(contract.fileStream()), { headers: contract.FILE_HEADERS });
});
router.post('/upload', async ({ request }) => {
  let fields = 0;
  let files = 0;
  let bytes = 0;
  const limits = { maxFileSize: 2 ** 30, maxTotalSize: 2 ** 30 };
  for await (const part of parseMultipartRequest(request, limits)) {
    if (part.isFile) {
      files++;
      bytes += part.size;
    } else fields++;
  }
  return Response.json(contract.uploaded(fields, files, bytes));
});
for (const route of contract.WITH_TABLE ? contract.table : []) {
  router.get(route.path, ({ params }) => text(contract.tableText(route, params)));
}
createServer(createRequestListener((request) => router.fetch(request))).listen(
  contract.PORT,
  '127.0.0.1',
);
