/** The server for memory.js: a download of one GiB, uploads of any size, and a tiny response. */
import { factories } from '@mortise/message';
import { serve } from '@mortise/node';

const GIBIBYTE = 2 ** 30;

async function* gibibyte() {
  for (let left = GIBIBYTE; left > 0; left -= 65_536) yield new Uint8Array(65_536);
}

async function sizeOf(body) {
  let size = 0;
  for await (const chunk of body) size += chunk.length;
  return size;
}

const answer = (body) => factories.createResponse().withBody(body);
const handlers = new Map([
  ['/', () => answer(factories.createStream('hello'))],
  ['/down', () => answer(factories.createStreamFromResource(gibibyte()))],
  [
    '/up',
    async (request) => answer(factories.createStream(String(await sizeOf(request.getBody())))),
  ],
]);

await serve(
  { handle: (request) => handlers.get(request.getRequestTarget())(request) },
  { factories, port: Number(process.env.PORT) },
);
