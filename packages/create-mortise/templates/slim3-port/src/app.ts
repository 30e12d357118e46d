import { createApp, type VariantAAppInterface } from '@mortise/compat-variant-a';
import { createTemporaryStorage, factories } from 'mortise';
import { addDependencies } from './dependencies.ts';
import { addMiddleware } from './middleware.ts';
import { addRoutes } from './routes.ts';

export function createApplication(): VariantAAppInterface {
  const app = createApp({
    factories,
    temporaryStorage: createTemporaryStorage(),
    settings: { displayErrorDetails: process.env.NODE_ENV !== 'production' },
  });
  addDependencies(app);
  addMiddleware(app);
  addRoutes(app);
  return app;
}
