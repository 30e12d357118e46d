import { endpoint } from '@mortise/endpoint';
import { createApp, json } from 'mortise';
import { requestResponseNamedArgs } from 'mortise/slim';
import * as z from 'zod';
import { arrival } from '../lib/received.js';

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
 * and send the same responses, see `compareWork`.
 */
const callbacks = {
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

const body = { title: 'Candide', pages: 94, tags: ['satire', 'french'] };

/** What both ways must treat in the same way: the usual request, and some of which a part differs. */
const REQUESTS = [
  ...[{}, { target: '/books/7' }, { target: '/books/7?page=&q=' }],
  { target: '/books/7?other=1', sent: { ...body, secret: true } },
  ...['/books/x', '/books/0x10', '/books/1e999'].map((target) => ({ target })),
  ...['/books/7?page=2.5', '/books/7?page=0x10'].map((target) => ({ target })),
  ...[{ sent: { ...body, pages: 0 } }, { sent: {} }],
  ...['text/plain', 'application/jsonp'].map((type) => ({ type })),
];

export const tasks = Object.fromEntries(
  Object.entries(callbacks).map(([name, callback]) => [name, () => exchange(callback)]),
);

/**
 * Of refused requests only the status is compared: by hand the response says no more.
 *
 * @throws {Error} if one way accepts or refuses what the other does not, or sends another status, header or body
 */
export async function compareWork() {
  for (const checks of ['input', 'input and output']) {
    for (const request of REQUESTS) {
      const [hand, ours] = [
        await received(callbacks[`${checks}, by hand`], request),
        await received(callbacks[`${checks}, endpoint`], request),
      ];
      const isAccepted = request !== REQUESTS[0] || ours.startsWith('[200');
      if (hand === ours && isAccepted) continue;
      throw new Error(`${checks}, ${JSON.stringify(request)}: by hand ${hand}, endpoint ${ours}`);
    }
  }
}

async function received(callback, request) {
  const response = await exchange(callback, request)();
  const status = response.getStatusCode();
  if (status !== 200) return String(status);
  return JSON.stringify([status, response.getHeaders(), await response.getBody().text()]);
}

/** An application with one callback, and its request: three parts, with a parsed body. */
function exchange(
  callback,
  { target = '/books/7?page=2&q=x', type = 'application/json', sent = body } = {},
) {
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  app.getRouteCollector().setDefaultInvocationStrategy(requestResponseNamedArgs);
  app.post('/books/{id}', callback);
  const source = arrival({
    method: 'POST',
    target,
    rawHeaders: ['Host', 'x', 'Content-Type', type],
  });
  return () => app.handle(app.factories.createServerRequestFromSource(source).withParsedBody(sent));
}
