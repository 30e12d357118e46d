import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { unconnectedLibrary } from './unconnected-library.js';

const exporter = new InMemorySpanExporter();
let library: Awaited<ReturnType<typeof unconnectedLibrary>>;

beforeAll(async () => {
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  library = await unconnectedLibrary();
});
afterAll(async () => {
  await library.close();
  trace.disable();
});

it('traces each request by its route, with the status that was sent, and an error of the database', async () => {
  for (const path of ['/sign-in', '/books/7?q=secret', '/nowhere'])
    await (await fetch(library.url + path)).text();
  const spans = exporter.getFinishedSpans().map(({ name, attributes }) => {
    return [name, attributes['http.response.status_code'], attributes['error.type']];
  });
  expect(spans).toEqual([
    ['GET /sign-in', 200, undefined],
    ['GET /books/{id:[0-9]+}', 503, 'DATABASE_UNAVAILABLE'],
    ['GET', 404, undefined],
  ]);
});
