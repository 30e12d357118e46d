import type { Role } from './person.js';

/** A person of the demonstration, whose password is printed at the start. */
export interface DemoPerson {
  readonly name: string;
  readonly password: string;
  readonly role: Role;
}

export const demoPeople: readonly DemoPerson[] = [
  { name: 'librarian', password: 'quiet-please', role: 'librarian' },
  { name: 'reader', password: 'just-looking', role: 'reader' },
];
