import type { ContainerInterface } from 'mortise';
import { ShowBook } from './show-book.ts';

/** Entries that are created when they are first requested, by name. */
export function createContainer(): ContainerInterface {
  const books = new Map([['1', 'Candide']]);
  const factories: Readonly<Record<string, () => unknown>> = {
    ShowBook: () => new ShowBook(books),
  };
  const made = new Map<string, unknown>();
  return {
    has: (id) => Object.hasOwn(factories, id),
    get(id) {
      if (!made.has(id)) made.set(id, factories[id]?.());
      return made.get(id);
    },
  };
}
