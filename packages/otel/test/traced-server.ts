/**
 * A traced application in a process of its own, where the real `instrumentation-http` makes the spans: loaded when the
 * variable `WHEN` says, before the server or after it. Prints its URL; `/seen` responds with all spans, the points of all metrics, and
 * the paths of the requests that wait.
 */
import { createRequire } from 'node:module';
import { factories } from '@mortise/message/node';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { seenOf } from './golden.js';
import { Sdk } from './sdk.js';

const sdk = new Sdk();
const instrumentation = new HttpInstrumentation();
instrumentation.disable();

function load(): void {
  instrumentation.setTracerProvider(sdk.tracerProvider);
  instrumentation.setMeterProvider(sdk.meterProvider);
  instrumentation.enable();
  // What is loaded already is only found by `require`, without a hook that sees an `import` of it.
  createRequire(import.meta.url)('node:http');
}

if (process.env['WHEN'] === 'before') load();
const { json, serve } = await import('mortise');
const { tracedApp } = await import('./traced-app.js');
const waiting: string[] = [];
const app = tracedApp(factories, {}, waiting);
app.add(async (request, handler) => {
  if (request.getUri().getPath() !== '/seen') return handler.handle(request);
  const spans = sdk.spans().map(seenOf);
  return json(factories.createResponse(), { spans, points: await sdk.points(), waiting });
});
const server = await serve(app, { port: 0, upgrades: true, onError: () => undefined });
if (process.env['WHEN'] === 'after') load();
console.log(server.url);
