import type { SharedChannelInterface } from '@mortise/sse';
import type { BookStore } from '../books/book-store.js';

/**
 * Tells all open pages how many copies of a book are left, or that it is deleted. Never rejects: while the bus is away the
 * loan stays, and pages are told as soon as it is back.
 */
export type Announce = (book: number) => Promise<void>;

/** Announces books. */
export interface Announcer {
  readonly announce: Announce;

  /** Tries no more. */
  close(): void;
}

const RETRY = 1_000; // milliseconds

/**
 * Announces books on the channel, each by one announcement at a time: a call meanwhile makes it read the book once more, so that the
 * last number that pages get is the one of the last change. Those that could not be announced are read again later.
 */
export function announcing(channel: SharedChannelInterface, books: BookStore): Announcer {
  const running = new Map<number, { again: boolean; done: Promise<void> }>();
  const late = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let isAway = false;

  const publish = async (id: number): Promise<void> => {
    const book = await books.find(id);
    const state = book === null ? { deleted: true } : { free: book.free, copies: book.copies };
    await channel.publish({ event: 'availability', data: { book: id, ...state } });
  };
  const attempt = async (id: number): Promise<void> => {
    try {
      await publish(id);
      isAway = false;
    } catch (error) {
      if (!isAway) console.error(`Availability updates are delayed: ${String(error)}`);
      isAway = true;
      late.add(id);
      timer ??= setTimeout(retry, RETRY).unref();
    }
  };
  const announce: Announce = (id) => {
    const current = running.get(id);
    if (current !== undefined) {
      current.again = true;
      return current.done;
    }
    const own = { again: true, done: Promise.resolve() };
    running.set(id, own);
    own.done = (async () => {
      while (own.again) {
        own.again = false; // before the book is read
        await attempt(id);
      }
      running.delete(id);
    })();
    return own.done;
  };
  const retry = (): void => {
    timer = undefined;
    const ids = [...late];
    late.clear();
    for (const id of ids) void announce(id);
  };
  return {
    announce,
    close: () => {
      clearTimeout(timer);
    },
  };
}
