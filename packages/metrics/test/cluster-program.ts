/** Two workers that count their requests, and a page of the primary process with their sums. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { factories } from '@mortise/message';
import { metrics, metricsHandler } from '@mortise/metrics';
import { serveCluster } from '@mortise/node';
import { createApp, serve, text } from 'mortise';
import { AggregatorRegistry } from 'prom-client';

const registry = new AggregatorRegistry();
const app = createApp();
app.get('/books/{id}', (_request, response) => text(response, String(process.pid)));
app.add(metrics());

process.env['PORT'] ??= await freePort();
const port = Number(process.env['PORT']);
const cluster = await serveCluster(() => serve(app, { port }), { workers: 2 });
if (cluster !== null) {
  const page = await serve(metricsHandler({ registry }), { port: 0, factories });
  cluster.onClosed(() => page.close());
  console.log(`http://127.0.0.1:${port} ${page.url}`);
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}
