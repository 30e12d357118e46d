/** A server of a shared channel. Prints its URL. `BUS_URL` and `BUS_TABLE` say where the bus is. */
import { createApp, serve } from 'mortise';
import { busAt } from '../../../tooling/testing/bus-at.js';
import { channel, eventStream, lastEventId } from '../src/index.js';

const { bus } = await busAt(process.env['BUS_URL'] ?? '', {
  table: process.env['BUS_TABLE'] ?? '',
  timeout: 1_000,
});
const news = await channel({ bus, topic: 'news', history: 1_000 });
const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
app.get('/', (request, response) =>
  eventStream(request, response, news.subscribe(lastEventId(request))),
);
const server = await serve(app, { port: 0, onError: () => undefined });
console.log(server.url);
