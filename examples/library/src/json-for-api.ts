import type { MiddlewareInterface } from 'mortise';

/** Under `/api`, whoever takes anything gets errors as JSON: pages are for those who ask for them. */
export const jsonForApi: MiddlewareInterface = {
  process(request, handler) {
    const accept = request.getHeaderLine('Accept');
    const takesAnything = accept === '' || accept === '*/*';
    const inApi = request.getUri().getPath().startsWith('/api/');
    return handler.handle(
      takesAnything && inApi ? request.withHeader('Accept', 'application/json') : request,
    );
  },
};
