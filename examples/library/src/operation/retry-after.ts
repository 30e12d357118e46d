import type { MiddlewareInterface } from 'mortise';

const SECONDS = '5';

/** Says when to try again, in every 503 that does not say it: the database or Redis is away. */
export const retryAfter: MiddlewareInterface = {
  name: 'retryAfter',
  async process(request, handler) {
    const response = await handler.handle(request);
    return response.getStatusCode() === 503 && !response.hasHeader('Retry-After')
      ? response.withHeader('Retry-After', SECONDS)
      : response;
  },
};
