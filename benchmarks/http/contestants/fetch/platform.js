/** Responses of the platform alone, routed by hand: what remains is the cost of the frameworks. */
import * as contract from '../../contract.js';
import { serve } from './serve.js';

const { Response } = globalThis;
const text = (body, status = 200) =>
  new Response(body, { status, headers: { 'content-type': contract.TEXT } });
const BOOKS = '/api/library/books/';

serve((request) => {
  const { url } = request;
  const path = url.slice(url.indexOf('/', 8));
  if (path === '/') return text(contract.HELLO);
  if (path.startsWith(BOOKS)) return Response.json(contract.book(path.slice(BOOKS.length)));
  if (path === '/json') return echo(request);
  if (path === '/mw') return through({}, 0);
  return text(contract.NOT_FOUND, 404);
});

async function echo(request) {
  return Response.json(await request.json());
}

async function through(values, at) {
  const name = contract.LAYERS[at];
  if (name === undefined) return Response.json(contract.sumOf((each) => values[each]));
  values[name] = at;
  return through(values, at + 1);
}
