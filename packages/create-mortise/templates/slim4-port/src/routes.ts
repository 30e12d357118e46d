import { type AppInterface, perRequest, text } from 'mortise';
import { RouteContext } from 'mortise/slim';

export function addRoutes(app: AppInterface): void {
  app.get('/', (request, response) => {
    const urls = RouteContext.fromRequest(request).getRouteParser();
    return text(response, `The first book is at ${urls.urlFor('book', { id: 1 })}`);
  });

  app.group('/books', (group) => {
    group.get('/{id}', 'ShowBook:show').setName('book');
  });
  app.get('/users/{id}', perRequest('ViewUser:invoke'));
}
