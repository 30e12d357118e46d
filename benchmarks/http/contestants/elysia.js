import { Readable } from 'node:stream';
import { node } from '@elysiajs/node';
import { Elysia } from 'elysia';
import qs from 'qs';
import * as contract from '../contract.js';

const app = new Elysia({ adapter: node() });
const text = (set, body) => {
  set.headers['content-type'] = contract.TEXT;
  return body;
};

app.get('/', ({ set }) => text(set, contract.HELLO));
app.get('/api/library/books/:id', ({ params }) => contract.book(params.id));
app.post('/json', ({ body }) => body, { parse: 'json' });
app.post('/form', ({ body }) => qs.parse(body), { parse: 'text' });
app.get('/headers', ({ headers, query }) => ({
  id: headers['x-request-id'],
  page: query.page,
  q: query.q,
}));
app.get('/stream', ({ set }) => {
  set.headers['content-type'] = contract.BYTES;
  return Readable.toWeb(contract.streamed());
});
app.get(
  '/file',
  () => new Response(Readable.toWeb(contract.fileStream()), { headers: contract.FILE_HEADERS }),
);
app.post(
  '/upload',
  ({ body }) => {
    const values = Object.values(body);
    const files = values.filter((value) => typeof value !== 'string');
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    return contract.uploaded(values.length - files.length, files.length, bytes);
  },
  { parse: 'formdata' },
);
const layered = new Elysia({ name: 'layered' });
for (const [index, name] of contract.LAYERS.entries()) {
  layered.derive(async () => ({ [name]: index }));
}
layered.get('/mw', (context) => contract.sumOf((name) => context[name]));
app.use(layered);
for (const route of contract.WITH_TABLE ? contract.table : []) {
  app.get(route.path, ({ params, set }) => text(set, contract.tableText(route, params)));
}
app.onError(({ code, set }) => {
  if (code !== 'NOT_FOUND') return;
  set.status = 404;
  return text(set, contract.NOT_FOUND);
});
app.listen({ port: contract.PORT, hostname: '127.0.0.1' });
