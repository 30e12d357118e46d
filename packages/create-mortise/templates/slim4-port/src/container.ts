import type { ContainerInterface } from 'mortise';
import { ShowBook } from './show-book.ts';
import { ViewUser } from './view-user.ts';

/** Entries by name: shared ones are created when they are first requested, the others at each `get`. */
export function createContainer(): ContainerInterface {
  const books = new Map([['1', 'Candide']]);
  const users = new Map([
    ['1', 'Ada'],
    ['2', 'Ben'],
  ]);
  const shared: Readonly<Record<string, () => unknown>> = {
    ShowBook: () => new ShowBook(books),
  };
  const perRequest: Readonly<Record<string, () => unknown>> = {
    ViewUser: () => new ViewUser(async (id) => users.get(id)),
  };
  const made = new Map<string, unknown>();
  return {
    has: (id) => Object.hasOwn(shared, id) || Object.hasOwn(perRequest, id),
    get(id) {
      if (Object.hasOwn(perRequest, id)) return perRequest[id]?.();
      if (!made.has(id)) made.set(id, shared[id]?.());
      return made.get(id);
    },
  };
}
