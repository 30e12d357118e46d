import { describe, expect, it } from '@jest/globals';
import { factories as plainFactories } from '@mortise/message-plain/node';
import { createApp, factories, httpError, type MiddlewareFunction } from '../src/index.js';
import { overSocket } from '../src/testing/index.js';

/** Creates a layer that notes how its handler ends. */
function watch(seen: string[], place: string): MiddlewareFunction {
  return (request, handler) => {
    try {
      const result = handler.handle(request);
      if (!('then' in result)) {
        seen.push(`${place}: response`);
        return result;
      }
      return result.then(
        (response) => {
          seen.push(`${place}: promise of a response`);
          return response;
        },
        (error: unknown) => {
          seen.push(`${place}: rejection`);
          throw error;
        },
      );
    } catch (error) {
      seen.push(`${place}: exception`);
      throw error;
    }
  };
}

describe.each([
  ['message', factories],
  ['message-plain', plainFactories],
])('an error of a synchronous handler on %s', (_, implementation) => {
  it.each([
    ['no body', {}, ['group: exception', 'application: response']],
    [
      'a parsed body',
      { form: { a: '1' } },
      ['group: rejection', 'application: promise of a response'],
    ],
  ])(
    'with %s reaches group layers, and no layer of the application',
    async (_body, sent, order) => {
      const seen: string[] = [];
      const app = createApp({ factories: implementation, body: {}, development: false });
      app.add(watch(seen, 'application'));
      const register = (group: { post: typeof app.post }) =>
        group.post('/', () => {
          throw httpError(409);
        });
      app.group('', register, { layers: [watch(seen, 'group')] });
      const client = overSocket(app);
      const response = await client.post('/', sent);
      await client.close();
      expect([response.getStatusCode(), seen]).toEqual([409, order]);
    },
  );
});
