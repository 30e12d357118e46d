import type { HttpErrorInterface } from 'mortise';
import type { BookFields, BookProblems } from './book.js';

/** A book that came in and cannot be kept; the message says what to mend. */
export class InvalidBook extends Error implements HttpErrorInterface {
  override readonly name = 'InvalidBook';
  readonly status = 422;
  readonly code = 'BOOK_INVALID';
  readonly fields: BookFields;
  readonly problems: BookProblems;

  constructor(fields: BookFields, problems: BookProblems) {
    super(Object.values(problems).join(' '));
    this.fields = fields;
    this.problems = problems;
  }
}
