import { render } from '@mortise/view';
import { type AppInterface, httpError, type Routes } from 'mortise';

/** "How this page was made": the layers that a request for a path passes, and why which route takes it. */
export function howPage(routes: Routes, app: () => AppInterface): void {
  routes.get(
    '/how',
    (request, response) => {
      const { path = '/books' } = request.getQueryParams();
      if (typeof path !== 'string' || !path.startsWith('/') || path.length > 500) {
        throw httpError(422, 'The path begins with a slash.', { code: 'PATH_INVALID' });
      }
      const tried = app().explain('GET', path);
      const data = {
        title: 'How this page was made',
        path,
        tried,
        taken: tried.split('\n').find((line) => line.endsWith('matches, and comes first')),
        layers: app().explain(),
      };
      return render(request, response, 'how', data);
    },
    { name: 'how' },
  );
}
