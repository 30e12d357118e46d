import httpProxy from '@fastify/http-proxy';
import Fastify from 'fastify';

const app = Fastify();
await app.register(httpProxy, {
  upstream: process.env.TARGET,
  undici: { connections: 256, pipelining: 1 },
  replyOptions: {
    // The headers by which the target knows the client, as the other proxies send them.
    rewriteRequestHeaders: (request, headers) => ({
      ...headers,
      'x-forwarded-for': request.ip,
      'x-forwarded-proto': request.protocol,
      'x-forwarded-host': request.host,
    }),
  },
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
