import { Readable } from 'node:stream';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import qs from 'qs';
import * as contract from '../contract.js';

const app = new Hono();
const setters = contract.LAYERS.map((name, index) => async (context, next) => {
  context.set(name, index);
  await next();
});

app.get('/', (context) => context.text(contract.HELLO));
app.get('/api/library/books/:id', (context) =>
  context.json(contract.book(context.req.param('id'))),
);
app.post('/json', async (context) => context.json(await context.req.json()));
app.post('/form', async (context) => context.json(qs.parse(await context.req.text())));
app.get('/mw', ...setters, (context) => context.json(contract.sumOf((name) => context.get(name))));
app.get('/headers', ({ req, json }) =>
  json({ id: req.header('x-request-id'), page: req.query('page'), q: req.query('q') }),
);
app.get('/stream', (context) =>
  context.body(Readable.toWeb(contract.streamed()), 200, { 'content-type': contract.BYTES }),
);
app.post('/upload', async (context) => {
  const values = Object.values(await context.req.parseBody({ all: true }));
  const files = values.filter((value) => typeof value !== 'string');
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return context.json(contract.uploaded(values.length - files.length, files.length, bytes));
});
app.notFound((context) => context.text(contract.NOT_FOUND, 404));
for (const route of contract.WITH_TABLE ? contract.table : []) {
  app.get(route.path, (context) => context.text(contract.tableText(route, context.req.param())));
}
serve({ fetch: app.fetch, port: contract.PORT, hostname: '127.0.0.1' });
