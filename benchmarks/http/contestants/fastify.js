import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import qs from 'qs';
import * as contract from '../contract.js';

const { BYTES, LAYERS, TEXT } = contract;
const app = Fastify({ http2: contract.HTTP2 });
app.register(formbody, { parser: (text) => qs.parse(text) });
app.register(multipart, { limits: { fileSize: 2 ** 30 } });
for (const name of LAYERS) app.decorateRequest(name, null);

const text = { type: 'string' };
const bookSchema = { type: 'object', properties: { id: text, title: text } };
const setters = LAYERS.map((name, index) => async (request) => {
  request[name] = index;
});

app.get('/', (_request, reply) => {
  reply.type(TEXT).send(contract.HELLO);
});
app.get(
  '/api/library/books/:id',
  { schema: { response: { 200: bookSchema } } },
  (request, reply) => {
    reply.send(contract.book(request.params.id));
  },
);
for (const path of ['/json', '/form']) {
  app.post(path, (request, reply) => {
    reply.send(request.body);
  });
}
app.get('/mw', { onRequest: setters }, async (request) => contract.sumOf((name) => request[name]));
app.get('/headers', ({ headers, query }, reply) => {
  reply.send({ id: headers['x-request-id'], page: query.page, q: query.q });
});
app.get('/stream', (_request, reply) => {
  reply.type(BYTES).send(contract.streamed());
});
app.post('/upload', async (request) => {
  let fields = 0;
  let files = 0;
  let bytes = 0;
  for await (const part of request.parts()) {
    if (part.file === undefined) fields++;
    else {
      files++;
      for await (const chunk of part.file) bytes += chunk.length;
    }
  }
  return contract.uploaded(fields, files, bytes);
});
app.setNotFoundHandler((_request, reply) => {
  reply.code(404).type(TEXT).send(contract.NOT_FOUND);
});
for (const route of contract.WITH_TABLE ? contract.table : []) {
  app.get(route.path, (request, reply) => {
    reply.type(TEXT).send(contract.tableText(route, request.params));
  });
}
await app.listen({ port: contract.PORT, host: '127.0.0.1' });
