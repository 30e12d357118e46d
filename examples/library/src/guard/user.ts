import type { AttributeKey } from 'mortise';

/** A permission of a user. */
export type Permission = 'books:change';

/** A user who can log in. */
export interface User {
  readonly name: string;
  readonly password: string;
  readonly permissions: readonly Permission[];
}

/** The user whom {@link authenticate} accepted. */
export const USER: AttributeKey<User> = 'user';
