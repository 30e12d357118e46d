import type { AppInterface } from 'mortise';
import { AppFactory } from 'mortise/slim';
import { createContainer } from './container.ts';
import { addMiddleware } from './middleware.ts';
import { addRoutes } from './routes.ts';

export function createApplication(): AppInterface {
  const app = AppFactory.createFromContainer(createContainer());
  addMiddleware(app);
  addRoutes(app);
  app.addErrorMiddleware(process.env.NODE_ENV !== 'production', true, true);
  return app;
}
