import { endpoint } from '@mortise/endpoint';
import { openApiHandler } from '@mortise/openapi';
import { type AppInterface, createApp } from 'mortise';
import * as z from 'zod';

const NewBook = z.object({ title: z.string().min(1).max(200) }).meta({ id: 'NewBook' });
const Book = z.object({ id: z.int(), title: z.string() }).meta({ id: 'Book' });
const args = z.object({ id: z.int() });

/** The application with its own library, so that each test starts with an empty one. */
export function createApplication(): AppInterface {
  const books = new Map<number, z.infer<typeof Book>>();
  const app = createApp({ body: {} });

  app.group('/books', (routes) => {
    routes.get(
      '',
      endpoint({ responses: { 200: z.array(Book) } }, (_request, respond) =>
        respond(200, [...books.values()]),
      ),
    );

    routes.post(
      '',
      endpoint({ body: NewBook, responses: { 201: Book } }, (_request, respond, { body }) => {
        const book = { id: books.size + 1, ...body };
        books.set(book.id, book);
        return respond(201, book).withHeader('Location', `/books/${book.id}`);
      }),
    );

    routes.get(
      '/{id}',
      endpoint({ args, responses: { 200: Book, 404: null } }, (_request, respond, { args }) => {
        const book = books.get(args.id);
        return book === undefined ? respond(404) : respond(200, book);
      }),
    );
  });

  app.redirect('/', '/openapi.json');
  app.get('/openapi.json', openApiHandler(app, { info: { title: 'Library', version: '1.0.0' } }));
  app.get('/health', (_request, response) => response);
  return app;
}
