import { basicAuth, userOf } from '@mortise/auth';
import { implement } from '@mortise/endpoint/implement';
import { idempotency } from '@mortise/idempotency';
import { describe, openApiHandler } from '@mortise/openapi';
import { openApiUi } from '@mortise/openapi-ui/node';
import { rateLimit } from '@mortise/rate-limit';
import type { StoreInterface } from '@mortise/store';
import { type AppInterface, httpError, type MiddlewareFunction } from 'mortise';
import type { BookStore } from './books/book-store.js';
import { handlersOf } from './api-handlers.js';
import { libraryContract } from './contract.js';
import { importLines, type OnProgress } from './import/import-lines.js';
import type { ImportStore } from './import/import-store.js';
import type { Lending } from './loans/lending.js';
import type { LoanStore } from './loans/loan-store.js';
import type { PeopleStore } from './people/people-store.js';
import { PERSON } from './people/person.js';
import type { Settings } from './settings.js';

/** What the API works on. */
export interface ApiParts {
  readonly books: BookStore;
  readonly loans: LoanStore;
  readonly desk: Lending;
  readonly imports: ImportStore;
  readonly people: PeopleStore;
  readonly store: StoreInterface;
  readonly onProgress: OnProgress;
}

const librariansOnly: MiddlewareFunction = (request, handler) => {
  if (userOf(request, PERSON).role === 'librarian') return handler.handle(request);
  throw httpError(403, 'Only librarians may do this.', { code: 'ROLE_INSUFFICIENT' });
};

/** The API under `/api`, which is described in `/openapi.json` and shown at `/docs`. */
export function libraryApi(app: AppInterface, parts: ApiParts, { signIns }: Settings): void {
  const { people, store, imports } = parts;
  // Passwords are checked at each request: guesses are limited here as in the form.
  const guesses = rateLimit({
    store,
    policies: [{ name: 'passwords', limit: signIns * 10, window: 60 }],
  });
  const people401 = basicAuth({
    realm: 'Library',
    user: PERSON,
    verify: (_request, { username, password }) => people.verify(username, password),
  });
  const once = idempotency({
    ...{ store, required: false },
    scope: (request) => String(userOf(request, PERSON).id),
  });
  const librarian = describe(librariansOnly, {
    responses: { 403: 'Only librarians may do this.' },
  });

  app.group('/api', (api) => {
    const routes = implement(api, libraryContract, handlersOf(parts));
    const { books, loans } = routes;
    // The layer added last is the outermost.
    books.add.add(once).add(librarian).add(people401).add(guesses);
    for (const route of Object.values(loans)) route.add(people401).add(guesses);
    for (const route of Object.values(routes.imports)) {
      route.add(librarian).add(people401).add(guesses);
    }
    api.group(
      '',
      (lines) => {
        importLines(lines, imports, parts.onProgress);
      },
      { layers: [guesses, people401, librarian] },
    );
  });
  app.get('/openapi.json', openApiHandler(app, { info: { title: 'Library', version: '1.0.0' } }));
  app.get('/docs[/{file}]', openApiUi({ document: '/openapi.json', title: 'Library' }));
}
