/** As in the READMEs of Fastify's plugins. One line is logged for a request, as with the others, instead of two. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import session from '@fastify/session';
import Fastify from 'fastify';
import { PORT } from '../../contract.js';
import { LOG_FILE, ORIGIN, report, SECRET } from '../../everyday.js';

const app = Fastify({ logger: { file: LOG_FILE }, disableRequestLogging: true });
app.addHook('onResponse', (request, reply, done) => {
  const { method, url } = request;
  request.log.info({ method, url, status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
  done();
});
await app.register(cors, { origin: [ORIGIN] });
await app.register(helmet);
await app.register(compress, { encodings: ['gzip'] });
await app.register(cookie);
// Without `rolling: false` each response would have a cookie.
await app.register(session, {
  secret: SECRET,
  cookie: { secure: false },
  saveUninitialized: false,
  rolling: false,
});
app.post('/login', (request, reply) => {
  request.session.set('user', 'Ada');
  reply.send('welcome');
});
app.get('/report', (request, reply) => {
  reply.send(report(request.session.get('user')));
});
await app.listen({ port: PORT, host: '127.0.0.1' });
