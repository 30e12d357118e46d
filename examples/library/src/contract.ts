import { bookOperations } from './books/book-operations.js';
import { importOperations } from './import/import-operations.js';
import { loanOperations } from './loans/loan-operations.js';

/** The API: what the server implements, `/docs` shows, and the client of the command line calls. */
export const libraryContract = {
  books: bookOperations,
  loans: loanOperations,
  imports: importOperations,
};
