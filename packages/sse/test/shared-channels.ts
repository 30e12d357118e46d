import { memoryPubSub } from '@mortise/pubsub';
import { channel, type ServerEvent, type SharedChannelOptions } from '../src/index.js';
import { textOf } from '../src/server-event.js';
import { soon } from './content-of.js';

export const GAP = 'event: gap\ndata: \n\n';

/** Two channels of one topic, as two processes have them. */
export async function twoProcesses(options: Partial<SharedChannelOptions> = {}) {
  const bus = memoryPubSub();
  const open = () => channel({ bus, topic: 'news', history: 3, ...options });
  return { bus, open, here: await open(), there: await open() };
}

/** The texts that are sent to a subscriber until its end. */
export async function sent(subscriber: AsyncIterableIterator<ServerEvent>): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const next = await soon(subscriber.next());
    if (next.done === true) return texts;
    texts.push(textOf(next.value));
  }
}

/** The data of those events that have any. */
export const dataOf = (texts: readonly string[]) =>
  texts.map((text) => /^data: (.*)$/m.exec(text)?.[1]).filter((data) => data !== undefined);
