import type { AttributeKey } from 'mortise';

/** What somebody may do. */
export type Permission = 'books:change';

/** Somebody who may log in. */
export interface User {
  readonly name: string;
  readonly password: string;
  readonly permissions: readonly Permission[];
}

/** The user whom {@link authenticate} let in. */
export const USER: AttributeKey<User> = 'user';
