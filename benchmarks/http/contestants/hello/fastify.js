import Fastify from 'fastify';
import { answered } from './answered.js';

const app = Fastify();
app.get('/', (_request, reply) => {
  reply.type('text/plain').send('Hello');
});
await app.listen({ port: 0, host: '127.0.0.1' });
answered(app.server.address().port);
