/** The routes of the contestants on Hono, on Node and on other runtimes. */
import * as contract from './contract.js';

export function register(app) {
  const setters = contract.LAYERS.map((name, index) => async (context, next) => {
    context.set(name, index);
    await next();
  });
  app.get('/', (context) => context.text(contract.HELLO));
  app.get('/api/library/books/:id', (context) =>
    context.json(contract.book(context.req.param('id'))),
  );
  app.post('/json', async (context) => context.json(await context.req.json()));
  app.get('/mw', ...setters, (context) =>
    context.json(contract.sumOf((name) => context.get(name))),
  );
  app.notFound((context) => context.text(contract.NOT_FOUND, 404));
}
