import { HttpError } from 'mortise';
import type { BookFields, BookProblems } from './book.js';

/** A received book that is invalid; the message says what to correct. */
export class InvalidBook extends HttpError {
  readonly fields: BookFields;
  readonly problems: BookProblems;

  constructor(fields: BookFields, problems: BookProblems) {
    super(422, Object.values(problems).join(' '), { code: 'BOOK_INVALID' });
    this.fields = fields;
    this.problems = problems;
  }
}
