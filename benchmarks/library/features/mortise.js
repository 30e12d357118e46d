import { compression } from '@mortise/compression/node';
import { crossOriginProtection, CSRF, csrfTokens } from '@mortise/csrf';
import { etag, httpCache } from '@mortise/http-cache';
import { rateLimit } from '@mortise/rate-limit';
import { secureHeaders } from '@mortise/secure-headers';
import { flashOf, session, sessionOf } from '@mortise/session';
import { channel, eventStream } from '@mortise/sse';
import { memoryStore } from '@mortise/store';
import { createApp, html, httpError, json, redirect, routeOf, serve } from 'mortise';
import * as books from './books.js';

const store = memoryStore();
const events = channel();
const app = createApp({
  body: {},
  errors: { page: (title) => books.errorPage(Number.parseInt(title)) },
});

const personOf = (request) => books.personOf(sessionOf(request).get('person'));
const tokenOf = (request) => request.getAttribute(CSRF).getTokenValue();
const only = (role) => ({ metadata: { role } });
const roles = (request, handler) => {
  const role = routeOf(request).getMetadata('role');
  const person = role === undefined ? null : personOf(request);
  if (role !== undefined && person === null) throw httpError(401, 'Sign in to continue.');
  if (role === 'librarian' && person.role !== role) throw httpError(403, 'For librarians only.');
  return handler.handle(request);
};
const known = (id) => {
  const book = books.bookOf(id);
  if (book === null) throw httpError(404, 'There is no such book.');
  return book;
};

app.get('/events', (request, response) => eventStream(request, response, events.subscribe()));
app.get('/api/books', (_request, response) => json(response, books.allBooks()));
app.group(
  '',
  (site) => {
    site.get('/sign-in', (request, response) =>
      html(response, books.signInPage('', null, tokenOf(request))),
    );
    site.post(
      '/sign-in',
      (request, response) => {
        const { name, password } = request.getParsedBody();
        const person = books.verified(name, password);
        if (person === null) {
          const page = books.signInPage(
            name,
            'The name or the password is wrong.',
            tokenOf(request),
          );
          return html(response.withStatus(422), page);
        }
        sessionOf(request).regenerate();
        sessionOf(request).set('person', person.name);
        flashOf(request).addMessage('notice', `Welcome, ${name}.`);
        return redirect(response, '/account', 303);
      },
      { layers: [rateLimit({ store, policies: [{ name: 'sign-in', limit: 5, window: 60 }] })] },
    );
    site.post('/sign-out', (request, response) => {
      sessionOf(request).destroy();
      return redirect(response, '/sign-in', 303);
    });
    site.get(
      '/account',
      (request, response) => {
        const notices = flashOf(request).getMessage('notice') ?? [];
        return html(response, books.accountPage(personOf(request), notices, tokenOf(request)));
      },
      only('reader'),
    );
    site.post(
      '/books/{id:[0-9]+}/borrow',
      (_request, response, { id }) => {
        const book = known(id);
        if (book.free === 0) throw httpError(409, 'No copy is left.');
        events.publish({ event: 'availability', data: { id: book.id, free: --book.free } });
        return redirect(response, '/account', 303);
      },
      only('reader'),
    );
    site.post(
      '/books/{id:[0-9]+}/cover',
      async (request, response, { id }) => {
        const book = known(id);
        const bytes = await request.getUploadedFiles().cover?.getStream().getContents();
        if (bytes === undefined || books.pictureType(bytes) === null)
          throw httpError(422, 'Send a picture.');
        book.cover = bytes;
        return redirect(response, '/account', 303);
      },
      {
        ...only('librarian'),
        body: { multipart: { maxFileBytes: books.COVER_BYTES, maxFiles: 1 } },
      },
    );
  },
  { layers: [csrfTokens(), roles] },
);
// Added last runs first.
app.add(session({ store, cookie: { secure: false } }));
app.add(crossOriginProtection());
app.add(etag());
app.add(httpCache());
app.add(compression());
app.add(secureHeaders());
await serve(app, { port: Number(process.env.PORT) });
