import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp } from './index.js';

it('the application does not add routes to a group whose callback calls it, as in Slim 3: it refuses them', () => {
  const app = createApp({ factories });
  const refused = 'called the application, which does not add the prefix and the layers of this';
  expect(() => app.group('/api', () => void app.get('/books', () => 'all'))).toThrow(refused);
  expect(() => app.group('/api', () => void app.add((q, r, next) => next(q, r)))).toThrow(refused);
  expect([app.getRouteCollector().getRoutes(), app.getMiddleware()]).toEqual([[], []]);
});
