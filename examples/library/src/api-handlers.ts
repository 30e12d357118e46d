import { userOf } from '@mortise/auth';
import type { HandlersOf } from '@mortise/endpoint/implement';
import type { StoreInterface } from '@mortise/store';
import type { BookStore } from './books/book-store.js';
import { knownBook } from './books/known-book.js';
import { type ImportStore, knownImport } from './import/import-store.js';
import type { OnProgress } from './import/store-lines.js';
import type { LoanStore } from './loans/loan-store.js';
import type { PeopleStore } from './people/people-store.js';
import type { libraryContract } from './contract.js';
import { PERSON } from './people/person.js';
import { ImportName } from './problems.js';

/** What the API works on. */
export interface ApiParts {
  readonly books: BookStore;
  readonly loans: LoanStore;
  readonly imports: ImportStore;
  readonly people: PeopleStore;
  readonly store: StoreInterface;
  readonly onProgress: OnProgress;
}

/** What the operations of the contract do. */
export function handlersOf(parts: ApiParts): HandlersOf<typeof libraryContract> {
  const { books, loans, imports } = parts;
  return {
    books: {
      list: async (_request, respond, { query }) => {
        const found = await books.search({ ...query, century: null, free: false });
        return respond(200, { ...found, books: [...found.books] });
      },
      show: async (_request, respond, { args }) =>
        respond(200, knownBook(await books.find(args.id))),
      add: async (_request, respond, { body }) => {
        const book = await books.create(body, null);
        return respond(201, book).withHeader('Location', `/api/books/${book.id}`);
      },
    },
    loans: {
      mine: async (request, respond) =>
        respond(200, [...(await loans.ofPerson(userOf(request, PERSON).id))]),
      borrow: async (request, respond, { args }) => {
        await loans.borrow(args.id, userOf(request, PERSON).id);
        return respond(204);
      },
      giveBack: async (request, respond, { args }) => {
        await loans.giveBack(args.id, userOf(request, PERSON).id);
        return respond(204);
      },
    },
    imports: {
      start: async (_request, respond, { args, body }) => {
        const state = await imports.start(args.id, body.name);
        if (state.name === body.name) return respond(200, state);
        const detail = `This import was begun for “${state.name}”. Choose another id for “${body.name}”.`;
        throw new ImportName(detail);
      },
      show: async (_request, respond, { args }) =>
        respond(200, knownImport(await imports.find(args.id))),
    },
  };
}
