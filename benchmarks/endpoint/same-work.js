/**
 * Compares what the callbacks of a benchmark do: both ways must accept and refuse the same requests, and send the same
 * status, headers and body. Of refused requests only the status is compared: by hand the response says no more.
 */
import { callbacks, exchange } from './routes.js';

const JSON_TYPE = 'application/json';
const body = { title: 'Candide', pages: 94, tags: ['satire', 'french'] };

const REQUESTS = [
  {},
  { target: '/books/7' },
  { target: '/books/7?page=&q=' },
  { target: '/books/7?other=1', body: { ...body, secret: true } },
  { target: '/books/x' },
  { target: '/books/0x10' },
  { target: '/books/1e999' },
  { target: '/books/7?page=2.5' },
  { target: '/books/7?page=0x10' },
  { body: { ...body, pages: 0 } },
  { body: {} },
  { type: 'text/plain' },
  { type: 'application/jsonp' },
];

/** @throws {Error} at the first difference */
export async function compareWork() {
  for (const checks of ['input', 'input and output']) {
    for (const request of REQUESTS) {
      const [hand, ours] = [
        await received(callbacks[`${checks}, by hand`], request),
        await received(callbacks[`${checks}, endpoint`], request),
      ];
      if (hand === ours) continue;
      throw new Error(`${checks}, ${JSON.stringify(request)}: by hand ${hand}, endpoint ${ours}`);
    }
  }
}

async function received(
  callback,
  { target = '/books/7?page=2&q=x', type = JSON_TYPE, body: sent = body },
) {
  const response = await exchange(callback, { target, type, body: sent })();
  const status = response.getStatusCode();
  if (status !== 200) return String(status);
  return JSON.stringify([status, response.getHeaders(), await response.getBody().text()]);
}
