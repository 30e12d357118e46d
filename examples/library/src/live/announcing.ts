import type { SharedChannelInterface } from '@mortise/sse';
import type { BookStore } from '../books/book-store.js';

/** Tells all open pages how many copies of a book are left. */
export interface Announcer {
  /** Never rejects. While the bus is away the loan stays, and pages are told as soon as it is back. */
  readonly announce: (book: number) => Promise<void>;

  /** Tries no more. */
  close(): void;
}

const RETRY = 1_000; // milliseconds

/** Announces books on the channel. Those that could not be announced are read again before the next attempt. */
export function announcing(channel: SharedChannelInterface, books: BookStore): Announcer {
  const late = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let isAway = false;

  const publish = async (id: number): Promise<void> => {
    const book = await books.find(id);
    if (book === null) return;
    const data = { book: id, free: book.free, copies: book.copies };
    await channel.publish({ event: 'availability', data });
  };
  const announce = async (id: number): Promise<void> => {
    try {
      late.delete(id); // before the book is read: a change after that is announced by its own loan
      await publish(id);
      isAway = false;
    } catch (error) {
      if (!isAway) console.error(`Availabilities are announced later: ${String(error)}`);
      isAway = true;
      late.add(id);
      timer ??= setTimeout(retry, RETRY).unref();
    }
  };
  const retry = (): void => {
    timer = undefined;
    for (const id of [...late]) void announce(id);
  };
  return {
    announce,
    close: () => {
      clearTimeout(timer);
    },
  };
}
