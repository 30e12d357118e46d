/** The adapter and the messages alone, routed by hand, which shows the cost of the framework above them. */
import { factories } from '@mortise/message/node';
import { serve } from '@mortise/node';
import * as contract from '../contract.js';

const { JSON_TYPE, TEXT } = contract;
const answer = (type, body, status = 200) =>
  factories
    .createResponse(status)
    .withHeader('Content-Type', type)
    .withBody(factories.createStream(body));
const json = (value) => answer(JSON_TYPE, JSON.stringify(value));
const notFound = () => answer(TEXT, contract.NOT_FOUND, 404);

const routes = new Map([
  ['GET /', () => answer(TEXT, contract.HELLO)],
  ['POST /json', async (request) => json(JSON.parse(await request.getBody().text()))],
  ['GET /mw', (request) => through(request, 0)],
  [
    'GET /headers',
    (request) => {
      const { page, q } = request.getQueryParams();
      return json({ id: request.getHeaderLine('X-Request-Id'), page, q });
    },
  ],
  [
    'GET /stream',
    () =>
      answer(contract.BYTES, '').withBody(factories.createStreamFromResource(contract.streamed())),
  ],
]);

const BOOKS = '/api/library/books/';
await serve({ handle }, { factories, port: contract.PORT });

function handle(request) {
  const path = request.getUri().getPath();
  const route = routes.get(`${request.getMethod()} ${path}`);
  if (route !== undefined) return route(request);
  if (path.startsWith(BOOKS))
    return json(contract.book(decodeURIComponent(path.slice(BOOKS.length))));
  return notFound();
}

async function through(request, at) {
  const name = contract.LAYERS[at];
  if (name === undefined) return json(contract.sumOf((layer) => request.getAttribute(layer)));
  return through(request.withAttribute(name, at), at + 1);
}
