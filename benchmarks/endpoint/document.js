/**
 * Prints how many milliseconds a caller waits for the document of 200 routes, and the processor time of all threads, as JSON:
 * `document.js whole`, the part of them that zod takes (`zod alone`), or the part that is ours (`the rest alone`). Once, in a new
 * process, as when a server starts.
 */
import { endpoint } from '@mortise/endpoint';
import { openApiDocument } from '@mortise/openapi';
import { createApp } from 'mortise';
import * as z from 'zod';

const programs = {
  whole: () => documentOf(descriptions),
  /** The same schemas as JSON Schema, without the rest of a document. */
  'zod alone': () => () => descriptions.map(schemasOf).flat().map(jsonSchemaOf),
  'the rest alone': () =>
    documentOf(
      descriptions.map((description) => {
        const [args, query, body, output] = schemasOf(description).map(converted);
        return { args, query, body, responses: { 200: output, 404: null } };
      }),
    ),
};

const descriptions = Array.from({ length: 200 }, (_, n) => {
  const Item = z.object({ id: z.int(), title: z.string(), tags: z.array(z.string()) });
  return {
    args: z.object({ id: z.int() }),
    query: z.object({ page: z.int().default(1), q: z.string().optional() }),
    body: z.object({ title: z.string().min(1), count: z.number() }),
    responses: { 200: Item.meta({ id: `Item${n}` }), 404: null },
  };
});
const work = programs[process.argv[2]]();
const [start, usage] = [performance.now(), process.cpuUsage()];
work();
const waited = performance.now() - start;
// Of the threads that compile and collect garbage, too.
const { user, system } = process.cpuUsage(usage);
console.log(JSON.stringify([waited, (user + system) / 1_000]));

function documentOf(all) {
  const app = createApp();
  for (const [n, description] of all.entries()) {
    const route = endpoint(description, (request, respond) => respond(404));
    app.post(`/items${n}/{id}`, route);
  }
  return () => {
    const { paths } = openApiDocument(app, { info: { title: 'Items', version: '1' } });
    if (Object.keys(paths).length !== all.length) throw new Error('routes are missing');
  };
}

/** The schemas of the input, and that of the output. */
function schemasOf({ args, query, body, responses }) {
  return [args, query, body, responses[200]];
}

function jsonSchemaOf(schema, at) {
  const io = at % 4 === 3 ? 'output' : 'input';
  return schema['~standard'].jsonSchema[io]({ target: 'draft-2020-12' });
}

/** A schema that zod has converted already, so that only the rest of a document is measured; `_zod` spares its checks. */
function converted(schema, at) {
  const done = jsonSchemaOf(schema, at);
  const jsonSchema = { input: () => done, output: () => done };
  return { _zod: schema._zod, '~standard': { ...schema['~standard'], jsonSchema } };
}
