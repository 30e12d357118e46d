import { defineProblem } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { openApiHandler } from '@mortise/openapi';
import { openApiUi } from '@mortise/openapi-ui/node';
import { type AppInterface, createApp } from 'mortise';
import * as z from 'zod';
import { Book, type Books, NewBook } from './books.ts';

const args = z.object({ id: z.int32() });
const NoSuchBook = defineProblem({ title: 'Not Found', status: 404, code: 'NO_SUCH_BOOK' });

/** The application over a store of books, so that each test starts with an empty one. */
export function createApplication(books: Books): AppInterface {
  const app = createApp({ body: {} });

  app.group('/books', (routes) => {
    routes.get(
      '',
      endpoint({ responses: { 200: z.array(Book) } }, async (_request, respond) =>
        respond(200, await books.all()),
      ),
    );

    routes.post(
      '',
      endpoint({ body: NewBook, responses: { 201: Book } }, async (_request, respond, { body }) => {
        const book = await books.add(body);
        return respond(201, book).withHeader('Location', `/books/${book.id}`);
      }),
    );

    routes.get(
      '/{id}',
      endpoint(
        { args, responses: { 200: Book }, problems: [NoSuchBook] },
        async (_request, respond, { args }) => {
          const book = await books.find(args.id);
          if (book === undefined) throw new NoSuchBook(`There is no book ${args.id}.`);
          return respond(200, book);
        },
      ),
    );
  });

  app.redirect('/', '/docs');
  app.get('/docs[/{file}]', openApiUi({ document: '/openapi.json', title: 'Library' }));
  app.get('/openapi.json', openApiHandler(app, { info: { title: 'Library', version: '1.0.0' } }));
  return app;
}
