import type { Person } from './person.js';

/** A person of the demonstration, whose password is printed at the start. */
export interface DemoPerson extends Omit<Person, 'id'> {
  readonly password: string;
}

export const demoPeople: readonly DemoPerson[] = [
  { name: 'librarian', password: 'quiet-please', role: 'librarian' },
  { name: 'reader', password: 'just-looking', role: 'reader' },
];
