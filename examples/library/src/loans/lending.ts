import type { LoanStore } from './loan-store.js';

/** What pages and API do with loans: the change, then the news about it. */
export interface Lending {
  borrow(book: number, person: number): Promise<void>;
  giveBack(book: number, person: number): Promise<void>;
  reserve(book: number, person: number): Promise<void>;
}

/** @param announce is called with the book after the change is committed, and never rejects */
export function lending(loans: LoanStore, announce: (book: number) => Promise<void>): Lending {
  return {
    borrow: async (book, person) => {
      await loans.borrow(book, person);
      await announce(book);
    },
    giveBack: async (book, person) => {
      await loans.giveBack(book, person);
      await announce(book);
    },
    reserve: (book, person) => loans.reserve(book, person),
  };
}
