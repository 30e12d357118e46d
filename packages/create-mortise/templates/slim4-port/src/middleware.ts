import type { AppInterface } from 'mortise';

/** The layer added last runs first, as in Slim. */
export function addMiddleware(app: AppInterface): void {
  app.add(async (request, handler) => {
    const response = await handler.handle(request);
    return response.withHeader('X-Frame-Options', 'DENY');
  });
  app.addBodyParsingMiddleware();
}
