import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { basicAuth, userOf } from '@mortise/auth';
import { implement } from '@mortise/endpoint/implement';
import { idempotency } from '@mortise/idempotency';
import { describe, openApiHandler } from '@mortise/openapi';
import { openApiUi } from '@mortise/openapi-ui/node';
import { type AppInterface, httpError, type MiddlewareFunction } from 'mortise';
import { type ApiParts, handlersOf } from './api-handlers.js';
import { libraryContract } from './contract.js';
import { importLines } from './import/import-lines.js';
import { guessLimit } from './people/guess-limit.js';
import { PERSON } from './people/person.js';
import type { Settings } from './settings.js';

const passOn: MiddlewareFunction = (request, handler) => handler.handle(request);

const librariansOnly: MiddlewareFunction = (request, handler) => {
  if (userOf(request, PERSON).role === 'librarian') return handler.handle(request);
  throw httpError(403, 'Only librarians can do this.', { code: 'ROLE_INSUFFICIENT' });
};

/** The API under `/api`, which is described in `/openapi.json` and shown at `/docs`. */
export function libraryApi(app: AppInterface, parts: ApiParts, { signIns }: Settings): void {
  const { people, store, imports } = parts;
  // Passwords are checked at each request: wrong ones are limited, unless the store is away.
  const limited = guessLimit(store, signIns * 10);
  const signedIn = basicAuth({
    realm: 'Library',
    user: PERSON,
    verify: (request, { username, password }) =>
      limited(request, () => people.verify(username, password)),
  });
  const guesses = describe(passOn, {
    responses: { 429: 'Too many wrong passwords: repeat the request after `Retry-After`.' },
  });
  const once = idempotency({
    store,
    required: false,
    scope: (request) => String(userOf(request, PERSON).id),
  });
  const librarian = describe(librariansOnly, {
    responses: { 403: 'Only librarians can do this.' },
  });

  app.group('/api', (api) => {
    const routes = implement(api, libraryContract, handlersOf(parts));
    const { books, loans } = routes;
    // The layer added last is the outermost.
    books.add.add(once).add(librarian).add(signedIn).add(guesses);
    for (const route of Object.values(loans)) route.add(signedIn).add(guesses);
    for (const route of Object.values(routes.imports)) {
      route.add(librarian).add(signedIn).add(guesses);
    }
    api.group(
      '',
      (lines) => {
        importLines(lines, imports, parts.onProgress);
      },
      { layers: [guesses, signedIn, librarian] },
    );
  });
  app.get('/openapi.json', openApiHandler(app, { info: { title: 'Library', version: '1.0.0' } }));
  app.get(
    '/docs[/{file}]',
    openApiUi({ document: '/openapi.json', title: 'Library', assets: swaggerUi() }),
  );
}

/** The files of Swagger UI. An installed `@mortise/openapi-ui` has them; run from source, it has not. */
function swaggerUi(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
