/**
 * One process, one callback: `sample.js <name>` prints its nanoseconds for a request; `sample.js document`
 * the milliseconds of the document of 200 routes.
 */
import { endpoint } from '@mortise/endpoint';
import { openApiDocument } from '@mortise/openapi';
import { createApp } from 'mortise';
import * as z from 'zod';
import { callbacks, exchange } from './routes.js';

const TIMES = 4_000;
const [name] = process.argv.slice(2);
console.log(name === 'document' ? documentOf200() : await request(callbacks[name]));

async function request(callback) {
  const send = exchange(callback);
  const response = await send();
  const text = await response.getBody().text();
  if (!text.includes('"id":7')) throw new Error(`${response.getStatusCode()} ${text}`);
  timed(send, 40_000); // until it is compiled
  return Math.min(...Array.from({ length: 10 }, () => timed(send, TIMES))) / TIMES;
}

/** Processor time in nanoseconds, which a busy machine does not lengthen. */
function timed(send, times) {
  const start = process.cpuUsage();
  for (let at = 0; at < times; at++) globalThis.kept = send();
  const { user, system } = process.cpuUsage(start);
  return (user + system) * 1000;
}

/** Once, in a new process, as when a server starts. */
function documentOf200() {
  const app = createApp();
  for (let n = 0; n < 200; n++) {
    const Item = z
      .object({ id: z.int(), title: z.string(), tags: z.array(z.string()) })
      .meta({ id: `Item${n}` });
    const description = {
      args: z.object({ id: z.int() }),
      query: z.object({ page: z.int().default(1), q: z.string().optional() }),
      body: z.object({ title: z.string().min(1), count: z.number() }),
      responses: { 200: Item, 409: z.object({ why: z.string() }) },
    };
    app.post(
      `/items${n}/{id}`,
      endpoint(description, (request, respond) => respond(409, { why: 'x' })),
    );
  }
  const start = process.cpuUsage();
  const document = openApiDocument(app, { info: { title: 'x', version: '1' } });
  const { user, system } = process.cpuUsage(start);
  if (Object.keys(document.paths).length !== 200) throw new Error('routes are missing');
  return (user + system) / 1000;
}
