import type { PubSubInterface } from '@mortise/pubsub';
import { channel, eventStream, lastEventId, type SharedChannelInterface } from '@mortise/sse';
import { browserModule } from '@mortise/sse/browser';
import { withViewData } from '@mortise/view';
import type { MiddlewareInterface, Routes } from 'mortise';
import type { OnProgress } from '../import/store-lines.js';

/** The channel of all processes that share the bus. */
export function availabilityChannel(bus: PubSubInterface): Promise<SharedChannelInterface> {
  return channel({ bus, topic: 'news', history: 200 });
}

/** @returns a function that shows open pages how many lines of an import are stored; a lost message is not repeated */
export function importProgress(channel: SharedChannelInterface): OnProgress {
  return (id, lines, finished) => {
    channel.publish({ event: 'import', data: { id, lines, finished } }).catch(() => undefined);
  };
}

/**
 * Gives pages the position of the events as `it.events`, read before their data: a browser gets the events after it, even if
 * it asks late, or shows a page from its cache.
 */
export function eventsFrom(channel: SharedChannelInterface): MiddlewareInterface {
  return {
    name: 'eventsFrom',
    process: (request, handler) =>
      handler.handle(withViewData(request, { events: channel.lastEventId })),
  };
}

/** The events of all books, from the position of the page on, and the script that shares one connection between all pages of a browser. */
export function availabilityEvents(routes: Routes, channel: SharedChannelInterface): void {
  routes.get('/events', (request, response) =>
    eventStream(request, response, channel.subscribe(lastEventId(request)), { retry: 2_000 }),
  );
  routes.get('/assets/shared-event-source.js', browserModule);
}
