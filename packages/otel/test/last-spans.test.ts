import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createApp, serve, text } from 'mortise';
import { openTelemetry } from '../src/index.js';

const collectors: Server[] = [];
afterEach(() => {
  for (const collector of collectors.splice(0)) {
    collector.closeAllConnections();
    collector.close();
  }
});

const silent = { error: () => undefined, info: () => undefined };

/** @returns its URL */
async function collecting(answer: RequestListener): Promise<string> {
  const collector = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  collectors.push(collector);
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
}

async function nowhere(): Promise<string> {
  const url = await collecting(() => undefined);
  await new Promise((resolve) => collectors.pop()?.close(resolve));
  return url;
}

/** A server with a span that was not sent yet, which it sends when it closes. */
async function served(
  url: string,
  { timeoutMillis = 30_000, closeTimeout = 30_000 },
  failed: (error: unknown) => void = () => undefined,
) {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis });
  const spanProcessors = [new BatchSpanProcessor(exporter)];
  const provider = new BasicTracerProvider({ spanProcessors });
  const app = createApp({ logger: silent });
  app.get('/', (_request, response) => text(response, 'served'));
  app.add(openTelemetry({ tracer: provider.getTracer('last') }));
  const server = await serve(app, { port: 0, closeTimeout, onError: () => undefined });
  server.onClosed(() => provider.shutdown().catch(failed));
  await (await fetch(server.url)).text();
  return server;
}

describe('the last spans, when the server closes', () => {
  it('are sent by a hook of onClosed', async () => {
    const received: string[] = [];
    const url = await collecting((incoming, outgoing) => {
      incoming.setEncoding('utf8').on('data', (part: string) => received.push(part));
      incoming.on('end', () => outgoing.end('{}'));
    });
    const failures: unknown[] = [];
    await (await served(url, {}, (error) => void failures.push(error))).close();
    expect(received.join('')).toContain('"name":"GET /"');
    expect(failures).toEqual([]);
  });

  it.each([
    ['refuses connections', nowhere],
    ['never responds', () => collecting(() => undefined)],
  ])('are lost if the collector %s, and the server still closes', async (_, start) => {
    const failures: unknown[] = [];
    const note = (error: unknown) => void failures.push(error);
    await (await served(await start(), { timeoutMillis: 100 }, note)).close();
    expect(failures).toHaveLength(1);
  });

  it('do not hold the server after closeTimeout, even if the exporter waits for longer', async () => {
    const url = await collecting(() => undefined);
    const server = await served(url, { timeoutMillis: 3_600_000, closeTimeout: 1 });
    await expect(server.close()).rejects.toMatchObject({ errors: [{ code: 'CLOSE_TIMEOUT' }] });
  });
});
