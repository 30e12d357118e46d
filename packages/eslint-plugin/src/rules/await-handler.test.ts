import { filename, typed, untyped } from '../../test/rule-testers.js';
import { awaitHandler } from './await-handler.js';

const notAwaited = (member: string) => ({ messageId: 'notAwaited', data: { member } });

untyped.run('await-handler, without types', awaitHandler, {
  valid: [
    'app.add(async (request, handler) => (await handler.handle(request)).withHeader("A", "b"));',
    'app.add((request, handler) => handler.handle(request));',
    'app.add(async (request, handler) => { const r = await handler.handle(request); return r.withStatus(404); });',
    'handler.handle(request).then((response) => response.withStatus(404));',
    'const pending = handler.handle(request); pending.catch(report);',
    { name: 'ignores other objects with handle', code: 'events.handle(event).length;' },
    { name: 'ignores next() of Connect', code: 'next().length;' },
  ],
  invalid: [
    {
      code: 'app.add((request, handler) => handler.handle(request).withHeader("A", "b"));',
      errors: [notAwaited('withHeader')],
    },
    {
      code: 'const response = handler.handle(request); log(response.getStatusCode()); response.withStatus(404);',
      errors: [notAwaited('getStatusCode'), notAwaited('withStatus')],
    },
    {
      code: 'class Layer { process(request) { return this.handler.handle(request).getBody(); } }',
      errors: [notAwaited('getBody')],
    },
    {
      code: 'class Layer { #handler; process(request) { return this.#handler.handle(request).getBody(); } }',
      errors: [notAwaited('getBody')],
    },
    {
      name: 'recognizes next of the older style',
      code: 'app.add((request, response, next) => next(request, response).withStatus(404));',
      errors: [notAwaited('withStatus')],
    },
  ],
});

const handlers = `import type { RequestHandlerInterface, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
declare const request: ServerRequestInterface;
declare const outer: RequestHandlerInterface;
declare const handler: { handle(request: ServerRequestInterface): ResponseInterface };
`;

typed.run('await-handler, with types', awaitHandler, {
  valid: [
    {
      name: 'recognizes a synchronous handler by its type',
      filename,
      code: `${handlers}handler.handle(request).getStatusCode();`,
    },
    { filename, code: `${handlers}(await outer.handle(request)).getStatusCode();` },
  ],
  invalid: [
    {
      name: 'recognizes a handler with any name by its type',
      filename,
      code: `${handlers}// @ts-expect-error it can be a promise\nouter.handle(request).getStatusCode();`,
      errors: [notAwaited('getStatusCode')],
    },
  ],
});
