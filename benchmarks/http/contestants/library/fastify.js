import Fastify from 'fastify';
import { cataloguePage, languages, listSchema, PORT, search, searchOf } from './catalogue.js';

const app = Fastify();
app.get('/books', async (request, reply) => {
  const wanted = searchOf(request.query);
  const [found, all] = await Promise.all([search(wanted), languages()]);
  reply.type('text/html; charset=utf-8');
  return cataloguePage(wanted, found, all);
});
app.get('/api/books', { schema: { response: { 200: listSchema } } }, (request) =>
  search(searchOf(request.query)),
);
await app.listen({ port: PORT, host: '127.0.0.1' });
