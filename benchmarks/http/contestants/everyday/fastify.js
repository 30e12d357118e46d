/**
 * As in the READMEs of Fastify's plugins, with Eta. With `LAYERS` one line is logged for a request, as with the others, instead
 * of two.
 */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import session from '@fastify/session';
import view from '@fastify/view';
import { Eta } from 'eta';
import Fastify from 'fastify';
import { PORT } from '../../contract.js';
import { books, LAYERS, LOG_FILE, ORIGIN, report, SECRET, VIEWS } from '../../everyday.js';

const app = Fastify(LAYERS ? { logger: { file: LOG_FILE }, disableRequestLogging: true } : {});
if (LAYERS) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request;
    request.log.info({ method, url, status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
    done();
  });
  await app.register(cors, { origin: [ORIGIN] });
  await app.register(helmet);
  await app.register(compress, { encodings: ['gzip'] });
}
await app.register(cookie);
// Without `rolling: false` each response would have a cookie.
await app.register(session, {
  ...{ secret: SECRET, cookie: { secure: false }, saveUninitialized: false, rolling: false },
});
await app.register(view, { engine: { eta: new Eta({ cache: true }) }, templates: VIEWS });
app.post('/login', (request, reply) => {
  request.session.set('user', 'Ada');
  reply.send('welcome');
});
app.get('/report', (request, reply) => {
  reply.send(report(request.session.get('user')));
});
app.get('/page', (request, reply) =>
  reply.view('page.eta', { user: request.session.get('user'), books }),
);
await app.listen({ port: PORT, host: '127.0.0.1' });
