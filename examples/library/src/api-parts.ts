import type { StoreInterface } from '@mortise/store';
import type { BookStore } from './books/book-store.js';
import type { ImportStore } from './import/import-store.js';
import type { OnProgress } from './import/store-lines.js';
import type { AnnouncedLoans } from './loans/announced-loans.js';
import type { LoanStore } from './loans/loan-store.js';
import type { PeopleStore } from './people/people-store.js';

/** What the API works on. */
export interface ApiParts {
  readonly books: BookStore;
  readonly loans: LoanStore;
  readonly desk: AnnouncedLoans;
  readonly imports: ImportStore;
  readonly people: PeopleStore;
  readonly store: StoreInterface;
  readonly onProgress: OnProgress;
}
