import { endpoint } from '@mortise/endpoint';
import { createApp, json, requestResponseNamedArgs } from 'mortise';
import * as z from 'zod';

const shape = { title: z.string().min(1), pages: z.int().positive(), tags: z.array(z.string()) };
const NewBook = z.object(shape);
const Book = z.object({ ...shape, id: z.int() });
const typed = {
  args: z.object({ id: z.int() }),
  query: z.object({ page: z.int().optional(), q: z.string().optional() }),
};
const ArgsByHand = z.object({ id: z.coerce.number().int() });
const QueryByHand = z.object({
  page: z.coerce.number().int().optional(),
  q: z.string().optional(),
});

/** The same checks twice: by hand with `safeParse`, and as an endpoint. */
export const callbacks = {
  'input, by hand': (request, response, given) => {
    const input = inputByHand(request, given);
    if (input === null) return response.withStatus(422);
    return json(response, { ...input.body, id: input.args.id });
  },
  'input, endpoint': endpoint({ ...typed, body: NewBook }, (request, response, { args, body }) =>
    json(response, { ...body, id: args.id }),
  ),
  'input and output, by hand': (request, response, given) => {
    const input = inputByHand(request, given);
    if (input === null) return response.withStatus(422);
    return json(response, Book.parse({ ...input.body, id: input.args.id }));
  },
  'input and output, endpoint': endpoint(
    { ...typed, body: NewBook, responses: { 200: Book } },
    (request, respond, { args, body }) => respond(200, { ...body, id: args.id }),
  ),
};

function inputByHand(request, given) {
  const args = ArgsByHand.safeParse(given);
  const query = QueryByHand.safeParse(request.getQueryParams());
  const body = NewBook.safeParse(request.getParsedBody());
  return args.success && query.success && body.success
    ? { args: args.data, query: query.data, body: body.data }
    : null;
}

/** An application with one callback, and its request: three parts, with a parsed body. */
export function exchange(callback) {
  const app = createApp();
  app.getRouteCollector().setDefaultInvocationStrategy(requestResponseNamedArgs);
  app.post('/books/{id}', callback);
  const source = {
    method: 'POST',
    target: '/books/7?page=2&q=x',
    protocolVersion: '1.1',
    rawHeaders: ['Host', 'x', 'Content-Type', 'application/json'],
    scheme: 'http',
    host: 'x',
    remoteAddress: null,
    remotePort: null,
    localAddress: null,
    localPort: null,
    body: null,
  };
  const body = { title: 'Candide', pages: 94, tags: ['satire', 'french'] };
  return () => app.handle(app.factories.createServerRequestFromSource(source).withParsedBody(body));
}
