/** As in Fastify's guide to HTTP/2, without TLS. */
import Fastify from 'fastify';
import * as contract from '../../contract.js';

const app = Fastify({ http2: true });
app.get('/', (_request, reply) => {
  reply.type(contract.TEXT).send(contract.HELLO);
});
app.post('/json', (request, reply) => {
  reply.send(request.body);
});
await app.listen({ port: contract.PORT, host: '127.0.0.1' });
