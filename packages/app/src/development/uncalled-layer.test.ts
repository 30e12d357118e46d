import { describe, expect, it } from '@jest/globals';
import { accepted } from '@mortise/base/options';
import { logged } from '../../test/logged-line.js';

describe('a function that creates middleware, added without a call', () => {
  const limited = (given: unknown) => {
    accepted({ expected: 'a number', accepts: Number.isInteger }, given, 'limited.limit');
    return pass;
  };
  const pass = { process: (request: unknown, handler: Passed) => handler.handle(request) };
  const plain = () => pass;
  const curried = () => (request: unknown, handler: Passed) => handler.handle(request);

  it.each([limited, plain, curried])('is named, with what to write: $name', async (layer) => {
    for (const inGroup of [false, true]) {
      const line = await logged((app) => {
        const routes = app.group('', (group) => {
          group.get('/books', (_request, response) => response);
        });
        (inGroup ? routes : app).add(layer as never);
      });
      const { name } = layer;
      expect(line).toMatch(
        new RegExp(`; write ${name}\\(\\.\\.\\.\\) instead of ${name}: it returns the middleware$`),
      );
    }
  });

  it('is not meant by an error of a layer that is middleware', async () => {
    const line = await logged((app) => {
      app.get('/books', (_request, response) => response);
      app.add(() => limited('x') as never);
      app.add(limited(7));
    });
    expect(line).toBe('500 OptionError: invalid limited.limit: received "x"; expected a number');
  });
});

interface Passed {
  handle(request: unknown): never;
}
