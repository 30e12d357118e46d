import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import etag from '@fastify/etag';
import flash from '@fastify/flash';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import session from '@fastify/session';
import Fastify from 'fastify';
import * as books from '../../../library/features/books.js';

const app = Fastify();
const streams = new Set();
const fail = (statusCode, message) => Object.assign(new Error(message), { statusCode });

await app.register(helmet);
await app.register(compress);
await app.register(etag);
await app.register(cookie);
await app.register(session, {
  ...{ secret: 'x'.repeat(32), saveUninitialized: false },
  cookie: { secure: false, sameSite: 'lax' },
});
await app.register(flash);
await app.register(formbody);
await app.register(multipart, {
  attachFieldsToBody: 'keyValues',
  limits: { fileSize: books.COVER_BYTES, files: 1 },
});
await app.register(csrf, {
  sessionPlugin: '@fastify/session',
  getToken: (request) => request.body?.csrf_value,
});
await app.register(rateLimit, { global: false });

app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  reply.code(status);
  if (!request.headers.accept?.includes('text/html')) {
    return reply.send({ status, detail: status < 500 ? error.message : undefined });
  }
  return reply.type('text/html; charset=utf-8').send(books.errorPage(status));
});
app.setNotFoundHandler(() => {
  throw fail(404, 'There is no such page.');
});
app.addHook('preHandler', async (request) => {
  const { role } = request.routeOptions.config;
  if (role === undefined) return;
  request.person = books.personOf(request.session.get('person'));
  if (request.person === null) throw fail(401, 'Sign in to continue.');
  if (role === 'librarian' && request.person.role !== role) throw fail(403, 'For librarians only.');
});
app.addHook('preHandler', (request, reply, done) => {
  if (request.method === 'POST') app.csrfProtection(request, reply, done);
  else done();
});

const only = (role) => ({ config: { role } });
const known = (id) => {
  const book = books.bookOf(id);
  if (book === null) throw fail(404, 'There is no such book.');
  return book;
};
const html = (reply, page) => reply.type('text/html; charset=utf-8').send(page);

app.get('/events', (request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...reply.getHeaders(),
    ...{ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' },
    'X-Accel-Buffering': 'no',
  });
  reply.raw.write(':\n\n');
  const heartbeat = setInterval(() => reply.raw.write(':\n\n'), 15_000);
  streams.add(reply.raw);
  reply.raw.on('close', () => {
    clearInterval(heartbeat);
    streams.delete(reply.raw);
  });
});
const publish = (event, data) => {
  const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  // A client that does not read must not fill the memory.
  for (const stream of streams) if (stream.writableLength < 65_536) stream.write(text);
};
app.addHook('preClose', async () => {
  for (const stream of streams) stream.end();
});
app.get('/api/books', () => books.allBooks());
app.get('/sign-in', (_request, reply) =>
  html(reply, books.signInPage('', null, reply.generateCsrf())),
);
app.post(
  '/sign-in',
  { config: { rateLimit: { max: 5, timeWindow: 60_000 } } },
  async (request, reply) => {
    const { name, password } = request.body;
    const person = books.verified(name, password);
    if (person === null) {
      const problem = 'The name or the password is wrong.';
      return html(reply.code(422), books.signInPage(name, problem, reply.generateCsrf()));
    }
    await request.session.regenerate();
    request.session.set('person', person.name);
    request.flash('notice', `Welcome, ${name}.`);
    return reply.redirect('/account', 303);
  },
);
app.post('/sign-out', async (request, reply) => {
  await request.session.destroy();
  return reply.redirect('/sign-in', 303);
});
app.get('/account', only('reader'), (request, reply) =>
  html(reply, books.accountPage(request.person, reply.flash('notice') ?? [], reply.generateCsrf())),
);
app.post('/books/:id(^\\d+$)/borrow', only('reader'), (request, reply) => {
  const book = known(request.params.id);
  if (book.free === 0) throw fail(409, 'No copy is left.');
  publish('availability', { id: book.id, free: --book.free });
  return reply.redirect('/account', 303);
});
app.post(
  '/books/:id(^\\d+$)/cover',
  { ...only('librarian'), bodyLimit: books.COVER_BYTES + 65_536 },
  (request, reply) => {
    const book = known(request.params.id);
    const bytes = request.body.cover;
    if (!Buffer.isBuffer(bytes) || books.pictureType(bytes) === null)
      throw fail(422, 'Send a picture.');
    book.cover = bytes;
    return reply.redirect('/account', 303);
  },
);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
