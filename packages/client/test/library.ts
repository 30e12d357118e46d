import { defineProblem, file, files, operation } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { implement } from '@mortise/endpoint/implement';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { type as ark } from 'arktype';
import { type AppInterface, createApp } from 'mortise';
import * as z from 'zod';

const NewBook = z.object({ title: z.string().min(1), pages: z.int().optional() });
const Book = NewBook.extend({ id: z.int(), added: z.date().transform((at) => at.toISOString()) });

/** A problem with a member of its own. */
export const OutOfStock = defineProblem({
  title: 'Out of Stock',
  status: 409,
  code: 'OUT_OF_STOCK',
  schema: z.object({ left: z.int() }),
});

/** One operation of each kind. */
export const library = {
  books: {
    list: operation('GET', '/books', {
      query: z.object({
        page: z.int().default(1),
        tags: z.array(z.string()).optional(),
        price: z.object({ max: z.number().optional() }).optional(),
        sold: z.boolean().optional(),
      }),
      responses: { 200: z.unknown() },
    }),
    create: operation('POST', '/books', { body: NewBook, responses: { 201: Book, 404: null } }),
    show: operation('GET', '/books/{id:[0-9]+}[/{format}]', {
      args: z.object({ id: z.int(), format: z.string().optional() }),
      responses: {
        200: { schema: z.object({ id: z.int(), format: z.string().optional() }) },
        404: null,
      },
    }),
    order: operation('POST', '/books/{id}/orders', {
      problems: [OutOfStock],
      responses: { 204: null },
    }),
  },
  export: operation('GET', '/export/{name}', {
    responses: { 200: { type: 'text/csv' }, 201: { type: 'image/png' } },
  }),
  upload: operation('PUT', '/covers', {
    body: z.object({ alt: z.string(), size: z.object({ w: z.int() }) }),
    files: { cover: file(), pages: files({ optional: true }) },
    responses: { 200: ark({ alt: 'string', w: 'number', texts: 'string[]' }) },
  }),
  form: operation('POST', '/form', {
    accepts: ['application/x-www-form-urlencoded'],
    body: z.object({ n: z.int(), on: z.boolean() }),
    responses: { 200: z.object({ n: z.int(), on: z.boolean() }) },
  }),
  raw: operation('POST', '/raw', {
    accepts: ['text/csv', 'application/octet-stream'],
    responses: { 200: z.object({ type: z.string(), bytes: z.array(z.int()) }) },
  }),
  headers: operation('GET', '/headers', {
    headers: z.object({ 'x-count': z.int() }),
    cookies: z.object({ theme: z.string() }),
    responses: { 200: z.object({ count: z.int(), theme: z.string() }) },
  }),
};

/** A server of {@link library}, under `/api`. */
export function server(factories: HttpFactoriesInterface): AppInterface {
  const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
  app.addBodyParsingMiddleware();
  app.group('/api', (api) => {
    implement(api, library, {
      books: {
        list: (_request, respond, { query }) => respond(200, query),
        create: (_request, respond, { body }) =>
          respond(201, { ...body, id: 7, added: new Date(0) }).withHeader(
            'Location',
            '/api/books/7',
          ),
        show: (_request, respond, { args }) => (args.id === 0 ? respond(404) : respond(200, args)),
        order: () => {
          throw new OutOfStock('Two are left.', { left: 2 });
        },
      },
      export: (_request, respond, { args }) =>
        args.name === 'png'
          ? respond(201, new Uint8Array([137, 80]))
          : respond(200, `a,${args.name}`),
      upload: async (_request, respond, { body, files: { cover, pages } }) => {
        const texts = await Promise.all([cover, ...pages].map((each) => each.getStream().text()));
        return respond(200, { alt: body.alt, w: body.size.w, texts });
      },
      form: (_request, respond, { body }) => respond(200, body),
      raw: async (request, respond) => {
        const bytes = await request.getBody().getContents();
        const type = request.getHeaderLine('Content-Type');
        return respond(200, { type, bytes: Array.from(bytes) });
      },
      headers: (_request, respond, { headers, cookies }) =>
        respond(200, { count: headers['x-count'], theme: cookies.theme }),
    });
    api.get(
      '/plain',
      endpoint({}, (_request, response) => response),
    );
  });
  return app;
}
