import type { VariantAAppInterface } from '@mortise/compat-variant-a';

declare module '@mortise/compat-variant-a' {
  interface Services {
    readonly books: Map<string, string>;
  }
}

export function addDependencies(app: VariantAAppInterface): void {
  const container = app.getContainer();
  container.set('books', () => new Map([['1', 'Candide']]));
  container.set('notFoundHandler', () => (_request, response) => {
    return response.withJson({ error: 'nothing here' }, 404);
  });
}
