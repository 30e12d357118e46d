import type { ServerEvent } from '../src/index.js';

/** A source that sends some events. */
export async function* listed(events: readonly ServerEvent[]): AsyncGenerator<ServerEvent> {
  for (const event of events) yield await Promise.resolve(event);
}

/** A source that waits until the test has an event, and counts how often it is returned. */
export function endless() {
  const made = {
    returned: 0,
    push: (() => undefined) as (event: ServerEvent) => void,
    waiting: () => made.of(),
    of: (...first: ServerEvent[]): AsyncIterableIterator<ServerEvent> => {
      const source: AsyncIterableIterator<ServerEvent> = {
        next: () => {
          const value = first.shift();
          if (value !== undefined) return Promise.resolve({ done: false, value });
          return new Promise((resolve) => {
            made.push = (event) => {
              resolve({ done: false, value: event });
            };
          });
        },
        return: () => {
          made.returned++;
          return Promise.resolve({ done: true, value: undefined });
        },
        [Symbol.asyncIterator]: () => source,
      };
      return source;
    },
  };
  return made;
}
