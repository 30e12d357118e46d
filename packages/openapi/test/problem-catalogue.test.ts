import { expect, it } from '@jest/globals';
import { defineProblem } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { createApp } from 'mortise';
import { problemCatalogue } from '../src/index.js';
import { handler } from './documented.js';

it('problemCatalogue lists the kinds of problems by code, with their routes', () => {
  const app = createApp();
  const B = defineProblem({ title: 'B', status: 409, code: 'B' });
  const A = defineProblem({ title: 'A', status: 410, code: 'A', type: 'https://a.test/a' });
  app.get('/1', endpoint({ problems: [B, A] }, handler as never));
  app.get('/2', endpoint({ problems: [B] }, handler as never));
  expect(problemCatalogue(app)).toEqual([
    { code: 'A', status: 410, title: 'A', type: 'https://a.test/a', routes: ['GET /1'] },
    { code: 'B', status: 409, title: 'B', type: 'about:blank', routes: ['GET /1', 'GET /2'] },
  ]);
});
