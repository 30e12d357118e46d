import type { EndpointDescription, Schema } from '@mortise/contract';
import { defineProblem, file, files } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type as ark } from 'arktype';
import {
  type AppInterface,
  createApp,
  type MiddlewareFunction,
  type ResponseInterface,
  type ServerRequestInterface,
} from 'mortise';
import * as v from 'valibot';
import * as z from 'zod';
import { describe, OPENAPI } from '../src/index.js';

/** The schemas of the application, written for one library. */
export interface LibrarySchemas {
  readonly id: Schema<{ id: number }>;
  readonly query: Schema;
  readonly newBook: Schema;
  readonly book: Schema;
  readonly books: Schema;
  readonly left: Schema<{ left: number }>;
}

const NewBook = z
  .object({
    title: z.string().min(1),
    pages: z.int().positive().optional(),
    tags: z.array(z.string()).default([]),
  })
  .meta({ id: 'NewBook' });
const Book = NewBook.extend({ id: z.int() }).meta({ id: 'Book', description: 'A book.' });

const arkNew = ark({ title: 'string > 0', 'pages?': 'number.integer > 0', tags: 'string[]' });
const arkBook = ark({
  title: 'string > 0',
  'pages?': 'number.integer > 0',
  tags: 'string[]',
  id: 'number.integer',
});

const newEntries = {
  title: v.pipe(v.string(), v.minLength(1)),
  pages: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  tags: v.array(v.string()),
};
const valibotBook = v.object({ ...newEntries, id: v.pipe(v.number(), v.integer()) });

/** The schemas by library. */
export const libraries: Readonly<Record<string, LibrarySchemas>> = {
  zod: {
    id: z.object({ id: z.int() }),
    query: z.object({
      page: z.int().min(1).default(1).describe('From 1.'),
      tags: z.array(z.string()).optional(),
      price: z.object({ max: z.number().optional() }).optional(),
    }),
    newBook: NewBook,
    book: Book,
    books: z.array(Book),
    left: z.object({ left: z.int() }),
  },
  arktype: {
    id: ark({ id: 'number.integer' }),
    query: ark({
      'page?': 'number.integer >= 1',
      'tags?': 'string[]',
      'price?': { 'max?': 'number' },
    }),
    newBook: arkNew,
    book: arkBook,
    books: arkBook.array(),
    left: ark({ left: 'number.integer' }),
  },
  valibot: {
    id: toStandardJsonSchema(v.object({ id: v.pipe(v.number(), v.integer()) })),
    query: toStandardJsonSchema(
      v.object({
        page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
        tags: v.optional(v.array(v.string())),
        price: v.optional(v.object({ max: v.optional(v.number()) })),
      }),
    ),
    newBook: toStandardJsonSchema(v.object(newEntries)),
    book: toStandardJsonSchema(valibotBook),
    books: toStandardJsonSchema(v.array(valibotBook)),
    left: toStandardJsonSchema(v.object({ left: v.pipe(v.number(), v.integer()) })),
  },
};

/** Middleware that documents itself. */
export const guard: MiddlewareFunction = describe<MiddlewareFunction>(
  (request, handler) => handler.handle(request),
  {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    security: [{ bearer: [] }],
    responses: { 401: 'The token is missing or not valid.' },
  },
);

const BOOK = { id: 1, title: 'Candide', tags: ['satire'] };

/** An application with one route of each kind. */
export function libraryApp(schemas: LibrarySchemas): AppInterface {
  const { id, query, newBook, book, books, left } = schemas;
  const OutOfStock = defineProblem({
    title: 'Out of Stock',
    status: 409,
    code: 'OUT_OF_STOCK',
    schema: left,
  });
  const app = createApp();
  app.addBodyParsingMiddleware();
  app.get('/', (_request, response) => response);
  app
    .group('/books', (routes) => {
      const list: EndpointDescription = {
        summary: 'Lists books',
        query,
        responses: { 200: books },
      };
      routes.get('', endpoint(list, sends(200, [BOOK]))).setName('books.list');
      const create: EndpointDescription = {
        body: newBook,
        responses: {
          201: { schema: book, text: 'Made.', headers: { Location: { required: true } } },
          409: null,
        },
        problems: [OutOfStock],
      };
      routes
        .post('', endpoint(create, sends(201, BOOK)))
        .setName('books.create')
        .add(guard);
      const show: EndpointDescription = { args: id, responses: { 200: book, 404: null } };
      routes.get('/{id:[0-9]+}[/{format}]', endpoint(show, sends(200, BOOK))).setName('books.show');
      const remove: EndpointDescription = {
        responses: { 204: null },
        deprecated: true,
        security: [],
      };
      routes.delete('/{book}', endpoint(remove, sends(204)));
      const cover: EndpointDescription = {
        args: id,
        body: left,
        files: {
          cover: file({ types: ['image/png'], maxBytes: 1000 }),
          more: files({ optional: true, max: 2 }),
        },
        responses: { 204: null },
      };
      routes.put('/{id}/cover', endpoint(cover, sends(204)));
    })
    .setMetadata(OPENAPI, { tags: ['books'] });
  const form: EndpointDescription = {
    accepts: ['application/x-www-form-urlencoded', 'application/json'],
    body: newBook,
    responses: { 200: { type: 'text/csv' } },
  };
  app.map(['POST', 'PUT'], '/form', endpoint(form, sends(200, 'a,b'))).setName('form');
  app.get('/hidden', endpoint(list(books), sends(200, []))).setMetadata(OPENAPI, { hidden: true });
  app.get(
    '/described',
    describe((_request: ServerRequestInterface, response: ResponseInterface) => response, {
      summary: 'By hand',
    }),
  );
  return app;
}

function list(books: Schema): EndpointDescription {
  return { responses: { 200: books } };
}

/** A handler that responds with its arguments, unchecked by the compiler. */
function sends(status: number, content?: unknown) {
  return (_request: unknown, respond: unknown): never =>
    (respond as (s: number, c: unknown) => never)(status, content);
}
