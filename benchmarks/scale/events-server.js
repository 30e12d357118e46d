/** A process with event streams on a bus (`BUS`, `BUS_NAME`), for subscribers.js and publish-rate.js. */
import { channel, eventStream, lastEventId } from '@mortise/sse';
import { createApp, serve, text } from 'mortise';
import { busAt } from './bus-at.js';

const { BUS, BUS_NAME, PORT, MAX_SUBSCRIBERS } = process.env;
const bus = await busAt(BUS, BUS_NAME);
const maxSubscribers = Number(MAX_SUBSCRIBERS);
const events = await channel({ bus, topic: 'events', maxSubscribers });

const app = createApp();
app.get('/', (_request, response) => text(response, String(events.subscribers)));
app.get('/events', (request, response) =>
  eventStream(request, response, events.subscribe(lastEventId(request))),
);
/** Publishes `count` events at `rate` a second, each with the time at which it was published. */
app.post('/publish', async (request, response) => {
  const { rate, count } = request.getQueryParams();
  const began = performance.now();
  const published = [];
  for (let sent = 0; sent < Number(count); sent++) {
    const due = began + (sent * 1000) / Number(rate);
    const early = due - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    published.push(events.publish({ data: Date.now() }).catch(() => null));
  }
  const lost = (await Promise.all(published)).filter((id) => id === null).length;
  return text(response, String(lost));
});
await serve(app, {
  port: Number(PORT),
  limits: { handlerTimeout: 600_000, connections: maxSubscribers + 100 },
});
