import { Readable } from 'node:stream';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import qs from 'qs';
import * as contract from '../contract.js';
import { register } from '../hono-style.js';

const app = new Hono();
register(app);
app.post('/form', async (context) => context.json(qs.parse(await context.req.text())));
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
for (const route of contract.WITH_TABLE ? contract.table : []) {
  app.get(route.path, (context) => context.text(contract.tableText(route, context.req.param())));
}
serve({ fetch: app.fetch, port: contract.PORT, hostname: '127.0.0.1' });
