import type { VariantAAppInterface } from '@mortise/compat-variant-a';
import { perRequest } from 'mortise';
import { HttpNotFoundException } from 'mortise/slim';

export function addRoutes(app: VariantAAppInterface): void {
  app.get('/', function (_request, response) {
    const first = this.get('router').pathFor('book', { id: '1' });
    return response.write(`The first book is at ${first}`);
  });

  app.group('/books', (group) => {
    group
      .get('/{id:[0-9]+}', function (request, response, args) {
        const title = this.get('books').get(args.id);
        if (title === undefined) throw new HttpNotFoundException(request);
        return response.withJson({ id: args.id, title });
      })
      .setName('book');
    group.put('/{id:[0-9]+}', function (request, response, args) {
      // A client can send a list or a map: `title[]=a`.
      const title = request.getParsedBodyParam('title');
      this.get('books').set(args.id, typeof title === 'string' ? title : 'untitled');
      return response.withRedirect(this.get('router').pathFor('book', { id: args.id }), 303);
    });
  });
  app.get('/users/{id}', perRequest('ViewUser:show'));
}
