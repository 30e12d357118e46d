import type { Page } from 'playwright-core';

/** A page of the library, and how one gets to it. */
export interface Shown {
  /** Of a screenshot, and of a test. */
  readonly name: string;
  readonly as: 'visitor' | 'reader' | 'librarian';
  readonly path: string;
  /** What a visitor does there; afterwards the page is looked at. */
  readonly act?: (page: Page) => Promise<void>;
}
