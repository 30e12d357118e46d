/** Two workers that count their requests, and a page of the primary process with their sums. */
import { factories } from '@mortise/message';
import { metrics, metricsHandler } from '@mortise/metrics';
import { serveCluster } from '@mortise/node';
import { createApp, serve, text } from 'mortise';
import { AggregatorRegistry } from 'prom-client';

const registry = new AggregatorRegistry();
const app = createApp();
app.get('/books/{id}', (_request, response) => text(response, String(process.pid)));
app.add(metrics());

const cluster = await serveCluster(() => serve(app, { port: 0 }), { workers: 2 });
if (cluster !== null) {
  const page = await serve(metricsHandler({ registry }), { port: 0, factories });
  cluster.onClosed(() => page.close());
  console.log(`${cluster.url} ${page.url}`);
}
