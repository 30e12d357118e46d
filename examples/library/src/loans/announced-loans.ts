import type { LoanStore } from './loan-store.js';

/** What pages and API do with loans: the change, then the news about it. */
export interface AnnouncedLoans {
  borrow(book: number, person: number): Promise<void>;
  giveBack(book: number, person: number): Promise<void>;
  reserve(book: number, person: number): Promise<void>;
  cancel(book: number, person: number): Promise<void>;
}

/** @param announce is called with the book after the change is committed, and never rejects */
export function announcedLoans(
  loans: LoanStore,
  announce: (book: number) => Promise<void>,
): AnnouncedLoans {
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
    cancel: async (book, person) => {
      await loans.cancel(book, person);
      await announce(book);
    },
  };
}
