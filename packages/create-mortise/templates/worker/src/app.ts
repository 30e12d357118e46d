import { type AppInterface, createApp, json, text } from 'mortise';

/** The application, for every platform. */
export function createApplication(): AppInterface {
  const app = createApp({ body: {} });
  app.get('/', (_request, response) => text(response, 'hello'));
  app.get('/hello/{name}', (_request, response, { name }) => json(response, { hello: name }));
  app.post('/echo', (request, response) => json(response, request.getParsedBody()));
  return app;
}
