import { type AppInterface, createApp, methodOverride } from 'mortise';
import { BookStore } from './books/book-store.js';
import { booksApi } from './books/books-api.js';
import type { Database } from './database/database.js';
import { guard } from './guard/guard.js';
import type { User } from './guard/user.js';
import { jsonForApi } from './json-for-api.js';
import { bookPages } from './pages/book-pages.js';
import { requestLog } from './request-log.js';

/**
 * The library: routes, and the layers around them.
 *
 * @param log takes one line for each request
 */
export function libraryApp(
  database: Database,
  users: readonly User[],
  log: (line: string) => void,
): AppInterface {
  const store = new BookStore(database);
  const changes = guard(users, 'books:change');
  const app = createApp({ body: {} });

  // The last added is the outermost: the log sees every response, and the form field `_METHOD` is read
  // before routing.
  app.addRoutingMiddleware();
  app.add(methodOverride());
  app.addErrorMiddleware();
  app.add(jsonForApi);
  app.add(requestLog(log));

  app.redirect('/', '/library');
  app.group('/api', (api) => {
    api.group('/library', booksApi(store, changes));
  });
  app.group('/library', bookPages(store, changes));
  return app;
}
