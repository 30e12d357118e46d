/** As in the READMEs of `@fastify/view`, with Eta, and `@fastify/session`. */
import cookie from '@fastify/cookie';
import session from '@fastify/session';
import view from '@fastify/view';
import { Eta } from 'eta';
import Fastify from 'fastify';
import { PORT } from '../../contract.js';
import { books, SECRET, VIEWS } from '../../everyday.js';

const app = Fastify();
await app.register(cookie);
await app.register(session, {
  secret: SECRET,
  cookie: { secure: false },
  saveUninitialized: false,
  rolling: false,
});
await app.register(view, { engine: { eta: new Eta({ cache: true }) }, templates: VIEWS });
app.post('/login', (request, reply) => {
  request.session.set('user', 'Ada');
  reply.send('welcome');
});
app.get('/page', (request, reply) =>
  reply.view('page.eta', { user: request.session.get('user'), books }),
);
await app.listen({ port: PORT, host: '127.0.0.1' });
