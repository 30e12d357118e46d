import { type AppInterface, createApp, json, text } from '@mortise/app';
import { factories } from '@mortise/message';

/** The application, for every platform. */
export function createApplication(): AppInterface {
  const app = createApp({ factories });
  app.get('/', (_request, response) => text(response, 'hello'));
  app.get('/hello/{name}', (_request, response, { name }) => json(response, { hello: name }));
  app.post('/echo', async (request, response) => text(response, await request.getBody().text()));
  return app;
}
