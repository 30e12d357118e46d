import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { basicAuth, userOf } from '@mortise/auth';
import { implement } from '@mortise/endpoint/implement';
import { idempotency } from '@mortise/idempotency';
import { describe, openApiHandler } from '@mortise/openapi';
import { openApiUi } from '@mortise/openapi-ui/node';
import type { AppInterface, MiddlewareFunction } from 'mortise';
import { type ApiParts, handlersOf } from './api-handlers.js';
import { libraryContract } from './contract.js';
import { importLines } from './import/import-lines.js';
import { guessLimit } from './people/guess-limit.js';
import { PERSON } from './people/person.js';
import { requireRole } from './people/roles.js';
import type { Settings } from './settings.js';

const librariansOnly: MiddlewareFunction = (request, handler) => {
  requireRole(userOf(request, PERSON), 'librarian');
  return handler.handle(request);
};

/** The API under `/api`, which is described in `/openapi.json` and shown at `/docs`. */
export function libraryApi(app: AppInterface, parts: ApiParts, { signIns }: Settings): void {
  const { people, store } = parts;
  // Passwords are checked at each request: wrong ones are limited, unless the store is away.
  const limited = guessLimit(store, signIns * 10);
  const signedIn = basicAuth({
    realm: 'Library',
    user: PERSON,
    verify: (request, { username, password }) =>
      limited(request, () => people.verify(username, password)),
  });
  const { responses, ...security } = signedIn.description;
  const tooMany = 'Too many wrong passwords: repeat the request after `Retry-After`.';
  describe(signedIn, { ...security, responses: { ...responses, 429: tooMany } });
  const once = idempotency({
    store,
    required: false,
    scope: (request) => String(userOf(request, PERSON).id),
  });
  const librarian = describe(librariansOnly, {
    responses: { 403: 'Only librarians can do this.' },
  });

  app.group('/api', (api) => {
    const { books, loans, imports } = implement(api, libraryContract, handlersOf(parts));
    const lines = importLines(api, parts.imports, parts.onProgress);
    // The layer added last is the outermost.
    books.add.add(once).add(librarian).add(signedIn);
    for (const route of Object.values(loans)) route.add(signedIn);
    for (const route of [imports.start, imports.show, lines]) route.add(librarian).add(signedIn);
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
