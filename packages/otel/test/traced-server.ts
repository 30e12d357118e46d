/**
 * A traced application in a process of its own, where the real `instrumentation-http`, `-pg` and `-undici` make spans: loaded when
 * the variable `WHEN` says, before the server or after it. Prints its URL; `/seen` responds with all spans, the points of all
 * metrics, and the paths of the requests that wait. With `DATABASE_URL`, `/shop/{id}` asks the database and another server.
 */
import { createRequire } from 'node:module';
import { factories } from '@mortise/message/node';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { seenOf } from './golden.js';
import { Sdk } from './sdk.js';

const sdk = new Sdk();

function load(): void {
  // Not disabled before: Node 20 can lose the channel of undici after its only subscriber has left.
  for (const Instrumentation of [HttpInstrumentation, PgInstrumentation, UndiciInstrumentation]) {
    const each = new Instrumentation();
    each.setTracerProvider(sdk.tracerProvider);
    each.setMeterProvider(sdk.meterProvider);
  }
  // What is loaded already is only found by `require`, without a hook that sees an `import` of it.
  for (const name of ['node:http', 'pg']) createRequire(import.meta.url)(name);
}

if (process.env['WHEN'] === 'before') load();
const { json, serve, text } = await import('mortise');
const { Pool } = await import('pg');
const { tracedApp } = await import('./traced-app.js');
const waiting: string[] = [];
const app = tracedApp(factories, {}, waiting);
const pool = new Pool({ connectionString: process.env['DATABASE_URL'] });
app.get('/shop/{id}', async (_request, response, { id }) => {
  await pool.query('SELECT 1');
  return text(response, await (await fetch(`${server.url}/books/${id}`)).text());
});
app.add(async (request, handler) => {
  if (request.getUri().getPath() !== '/seen') return handler.handle(request);
  const spans = sdk.spans().map(seenOf);
  return json(factories.createResponse(), { spans, points: await sdk.points(), waiting });
});
const server = await serve(app, { port: 0, upgrades: true, onError: () => undefined });
if (process.env['WHEN'] === 'after') load();
console.log(server.url);
