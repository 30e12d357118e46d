import type { PubSubInterface } from '@mortise/pubsub';
import { channel, eventStream, lastEventId, type SharedChannelInterface } from '@mortise/sse';
import type { Routes } from 'mortise';
import type { OnProgress } from '../import/store-lines.js';

/** The channel of all processes that share the bus. */
export function availabilityChannel(bus: PubSubInterface): Promise<SharedChannelInterface> {
  return channel({ bus, topic: 'news', history: 200 });
}

/** @returns a function that shows open pages how many lines of an import are stored; a lost message is not repeated */
export function importProgress(channel: SharedChannelInterface): OnProgress {
  return (id, lines) => {
    channel.publish({ event: 'import', data: { id, lines } }).catch(() => undefined);
  };
}

/** The events of all books, as server-sent events. */
export function availabilityEvents(routes: Routes, channel: SharedChannelInterface): void {
  routes.get(
    '/events',
    (request, response) =>
      eventStream(request, response, channel.subscribe(lastEventId(request)), { retry: 2_000 }),
    { name: 'events' },
  );
}
