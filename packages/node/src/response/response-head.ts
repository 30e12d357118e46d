import type { ResponseFields } from './response-fields.js';

/** What stands before the body of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: ResponseFields;
}
