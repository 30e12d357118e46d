import type { VariantAAppInterface } from '@mortise/compat-variant-a';
import { ViewUser } from './view-user.ts';

declare module '@mortise/compat-variant-a' {
  interface Services {
    readonly books: Map<string, string>;
    readonly users: Map<string, string>;
  }
}

export function addDependencies(app: VariantAAppInterface): void {
  const container = app.getContainer();
  container.set('books', () => new Map([['1', 'Candide']]));
  container.set(
    'users',
    () =>
      new Map([
        ['1', 'Ada'],
        ['2', 'Ben'],
      ]),
  );
  // Created for each request, because it keeps the request in a field; entries of `set` are shared.
  container.factory('ViewUser', (services) => {
    const users = services.get('users');
    return new ViewUser(async (id) => users.get(id));
  });
  container.set('notFoundHandler', () => (_request, response) => {
    return response.withJson({ error: 'nothing here' }, 404);
  });
}
