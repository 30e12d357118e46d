import type { BookStore } from '../books/book-store.js';
import type { Announce } from '../live/availability.js';
import type { LoanStore } from './loan-store.js';

/** What pages and API do with loans: the change, then the news about it. */
export interface Lending {
  borrow(book: number, person: number): Promise<void>;
  giveBack(book: number, person: number): Promise<void>;
  reserve(book: number, person: number): Promise<void>;
}

/** @param announce is called after the change is committed; the change stays if it fails */
export function lending(loans: LoanStore, books: BookStore, announce: Announce): Lending {
  const news = async (id: number): Promise<void> => {
    const book = await books.find(id);
    if (book !== null) await announce({ book: id, free: book.free, copies: book.copies });
  };
  return {
    borrow: async (book, person) => {
      await loans.borrow(book, person);
      await news(book);
    },
    giveBack: async (book, person) => {
      await loans.giveBack(book, person);
      await news(book);
    },
    reserve: (book, person) => loans.reserve(book, person),
  };
}
