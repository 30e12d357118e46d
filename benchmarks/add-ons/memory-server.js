/** The server for memory.js: event streams, with and without compression, a file, and a tiny response. */
import { compression } from '@mortise/compression/node';
import { channel, eventStream } from '@mortise/sse';
import { staticFiles } from '@mortise/static/node';
import { createApp, serve, text } from 'mortise';
import { downloads } from './workloads.js';

const app = createApp();
const { factories } = app;
const news = channel();
app.get('/', (_request, response) => text(response, String(news.subscribers)));
app.get('/events', (request, response) =>
  eventStream(request, response, news.subscribe(), { factories }),
);
app.post('/publish', (_request, response) => {
  news.publish({ data: 'x'.repeat(1_000) });
  return text(response, '');
});
app.add(compression({ factories, codings: ['br', 'gzip'] }));
app.add(staticFiles({ root: downloads, factories, memoryCache: false }));

await serve(app, { port: Number(process.env.PORT) });
