import type { VariantAAppInterface } from '@mortise/compat-variant-a';

/** The layer added last runs first, as in Slim. */
export function addMiddleware(app: VariantAAppInterface): void {
  app.add(async (request, response, next) => {
    const result = await next(request, response);
    return result.withHeader('X-Frame-Options', 'DENY');
  });
}
