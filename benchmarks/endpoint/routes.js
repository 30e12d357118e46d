import { endpoint } from '@mortise/endpoint';
import { createApp, json } from 'mortise';
import { requestResponseNamedArgs } from 'mortise/slim';
import * as z from 'zod';

const shape = { title: z.string().min(1), pages: z.int().positive(), tags: z.array(z.string()) };
const NewBook = z.object(shape);
const Book = z.object({ ...shape, id: z.int() });
const typed = {
  args: z.object({ id: z.int() }),
  query: z.object({ page: z.int().optional(), q: z.string().optional() }),
};
/** A number as JSON writes it: `z.coerce.number()` would accept `0x10` and an empty text, and make 0 of that. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The same checks twice: by hand with `safeParse`, and as an endpoint. Both refuse and accept the same requests
 * and send the same responses, see `same-work.js`.
 */
export const callbacks = {
  'input, by hand': (request, response, given) => {
    if (!isJson(request)) return response.withStatus(415);
    const input = inputByHand(request, given);
    if (input === null) return response.withStatus(422);
    return json(response, { ...input.body, id: input.args.id });
  },
  'input, endpoint': endpoint({ ...typed, body: NewBook }, (request, response, { args, body }) =>
    json(response, { ...body, id: args.id }),
  ),
  'input and output, by hand': (request, response, given) => {
    if (!isJson(request)) return response.withStatus(415);
    const input = inputByHand(request, given);
    if (input === null) return response.withStatus(422);
    return json(response, Book.parse({ ...input.body, id: input.args.id }));
  },
  'input and output, endpoint': endpoint(
    { ...typed, body: NewBook, responses: { 200: Book } },
    (request, respond, { args, body }) => respond(200, { ...body, id: args.id }),
  ),
};

function isJson(request) {
  return request.getHeaderLine('Content-Type') === 'application/json';
}

function inputByHand(request, given) {
  const { page, q } = request.getQueryParams();
  const args = typed.args.safeParse({ id: numberOf(given.id) });
  const query = typed.query.safeParse({ page: numberOf(page), q });
  const body = NewBook.safeParse(request.getParsedBody());
  return args.success && query.success && body.success
    ? { args: args.data, query: query.data, body: body.data }
    : null;
}

/** The number that a text is; `undefined` for an empty one; any other value for the schema to refuse. */
function numberOf(text) {
  if (typeof text !== 'string') return text;
  if (text === '') return undefined;
  return NUMBER.test(text) ? Number(text) : text;
}

const BODY = { title: 'Candide', pages: 94, tags: ['satire', 'french'] };

/** An application with one callback, and its request: three parts, with a parsed body. */
export function exchange(
  callback,
  { target = '/books/7?page=2&q=x', type = 'application/json', body = BODY } = {},
) {
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  app.getRouteCollector().setDefaultInvocationStrategy(requestResponseNamedArgs);
  app.post('/books/{id}', callback);
  const source = {
    method: 'POST',
    target,
    protocolVersion: '1.1',
    rawHeaders: ['Host', 'x', 'Content-Type', type],
    scheme: 'http',
    host: 'x',
    remoteAddress: null,
    remotePort: null,
    localAddress: null,
    localPort: null,
    body: null,
  };
  return () => app.handle(app.factories.createServerRequestFromSource(source).withParsedBody(body));
}
