import type { MiddlewareInterface } from 'mortise';

/** Under `/api`, clients that accept anything get errors as JSON; clients that request HTML get a page. */
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
