/**
 * One process, one callback: `sample.js <name>` prints its nanoseconds for a request; `sample.js document`
 * the milliseconds that a caller waits for the document of 200 routes, and the processor time of all threads,
 * `schemas` the part of them that zod takes, `document alone` the part that is ours; `same work` fails if the
 * callbacks differ in what they do.
 */
import { endpoint } from '@mortise/endpoint';
import { openApiDocument } from '@mortise/openapi';
import { createApp } from 'mortise';
import * as z from 'zod';
import { callbacks, exchange } from './routes.js';
import { compareWork } from './same-work.js';

const TIMES = 4_000;
const [name] = process.argv.slice(2);
if (name === 'document') console.log(...documentOf200());
else if (name === 'schemas') console.log(...schemasOf200());
else if (name === 'document alone') console.log(...documentOf200(converted));
else if (name === 'same work') await compareWork();
else console.log(await request(callbacks[name]));

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
function documentOf200(prepare = (schema) => schema) {
  const app = createApp();
  for (let n = 0; n < 200; n++) {
    const { args, query, body, responses } = descriptionOf(n);
    const description = {
      args: prepare(args),
      query: prepare(query),
      body: prepare(body),
      responses: { ...responses, 200: prepare(responses[200]) },
    };
    app.post(
      `/items${n}/{id}`,
      endpoint(description, (request, respond) => respond(404)),
    );
  }
  return milliseconds(() => {
    const { paths } = openApiDocument(app, { info: { title: 'x', version: '1' } });
    if (Object.keys(paths).length !== 200) throw new Error('routes are missing');
  });
}

/** The same schemas as JSON Schema, without the rest of a document. */
function schemasOf200() {
  const all = Array.from({ length: 200 }, (_, n) => descriptionOf(n));
  return milliseconds(() => {
    for (const { args, query, body, responses } of all) {
      for (const schema of [args, query, body]) jsonSchemaOf(schema, 'input');
      jsonSchemaOf(responses[200], 'output');
    }
  });
}

function jsonSchemaOf(schema, io) {
  globalThis.kept = schema['~standard'].jsonSchema[io]({ target: 'draft-2020-12' });
  return globalThis.kept;
}

/** A schema that zod has converted already, so that only the rest of a document is measured; `_zod` spares its checks. */
function converted(schema) {
  const [input, output] = ['input', 'output'].map((io) => jsonSchemaOf(schema, io));
  const jsonSchema = { input: () => input, output: () => output };
  return { _zod: schema._zod, '~standard': { ...schema['~standard'], jsonSchema } };
}

function descriptionOf(n) {
  const Item = z.object({ id: z.int(), title: z.string(), tags: z.array(z.string()) });
  return {
    args: z.object({ id: z.int() }),
    query: z.object({ page: z.int().default(1), q: z.string().optional() }),
    body: z.object({ title: z.string().min(1), count: z.number() }),
    responses: { 200: Item.meta({ id: `Item${n}` }), 404: null },
  };
}

/** How long the work takes, and the processor time of all threads: those that compile and collect garbage included. */
function milliseconds(work) {
  const [start, usage] = [performance.now(), process.cpuUsage()];
  work();
  const waited = performance.now() - start;
  const { user, system } = process.cpuUsage(usage);
  return [waited, (user + system) / 1000];
}
