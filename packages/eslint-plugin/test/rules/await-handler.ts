import { filename, parsedWithoutTypes, typed, untyped } from '../rule-testers.js';
import { awaitHandler } from '../../src/rules/await-handler.js';

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
    ...['then', 'catch', 'finally'].map((member) => `handler.handle(request).${member}(done);`),
    ...['handlers', 'myApp', 'winner', 'nextOne', 'handlerOf'].map((name) => ({
      name: `ignores handle of ${name}`,
      code: `${name}.handle(request).length;`,
    })),
    ...[
      'handler.handle().length;',
      'handler.handle(request, response).length;',
      'handler.serve(request).length;',
      'handler["handle"](request).length;',
      'handler[handle](request).length;',
      'handlers[handler].handle(request).length;',
      'findHandler().handle(request).length;',
      'class Layer { #handle; process(handler, request) { handler.#handle(request).length; } }',
      'handle(request).length;',
      'next(request).length;',
      'next(request, response, error).length;',
      'layer.next(request, response).length;',
      'call(request, response).length;',
    ].map((code) => ({ name: `ignores ${code}`, code })),
    'let response; response = await handler.handle(request); response.body;',
    'handler.handle(request)["then"](done);',
    ...['isThenable(made)', 'isPromiseLike(made)', 'made instanceof Promise', '"then" in made'].map(
      (test) => ({
        name: `ignores a result after ${test}`,
        code: `const made = handler.handle(request); ${test} ? made.then(next) : made.withStatus(404);`,
      }),
    ),
    'function next(made) { made.body; } const r = handler.handle(request); isThenable(r) ? r.then(next) : next(r);',
    'const [body] = handler.handle(request);',
    {
      name: 'accepts a response as a key and as an argument',
      code: 'const response = handler.handle(request); cache[response]; log(response);',
    },
  ],
  invalid: [
    ...['app', 'inner', 'next', 'handler', 'Handler', 'requestHandler', 'HANDLER'].map((name) => ({
      name: `recognizes handle of ${name}`,
      code: `${name}.handle(request).length;`,
      errors: [notAwaited('length')],
    })),
    {
      name: 'reports the member at its own place',
      code: 'handler.handle(request).body;',
      errors: [{ ...notAwaited('body'), line: 1, column: 25, endColumn: 29 }],
    },
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
    ...[
      'let response; response = handler.handle(request); response.body;',
      'const { body } = handler.handle(request);',
      '(ok ? handler.handle(request) : other).body;',
      'const made = handler.handle(request); isPage(made); made.body;',
      'const made = handler.handle(request); made + 1; made.body;',
      '(handler.handle(request) ?? other).body;',
      'const inner = (request) => handler.handle(request); inner(request).body;',
      'function log(response) { response.body; } log(handler.handle(request));',
    ].map((code) => ({ code, errors: [notAwaited('body')] })),
    {
      name: 'recognizes next of the older style',
      code: 'app.add((request, response, next) => next(request, response).withStatus(404));',
      errors: [notAwaited('withStatus')],
    },
  ],
});

parsedWithoutTypes.run('await-handler, with a parser of types but without types', awaitHandler, {
  valid: [],
  invalid: [
    'handler.handle(request).body;',
    '(handler.handle(request) as Response).body;',
    'handler.handle(request)!.body;',
  ].map((code) => ({ code, errors: [notAwaited('body')] })),
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
    {
      name: 'recognizes by the type of a use that the promise is excluded',
      filename,
      code: `${handlers}const response = outer.handle(request);
if (!('then' in response)) response.getStatusCode();`,
    },
    {
      name: 'ignores promises of other functions',
      filename,
      code: `Promise.resolve(1).constructor;`,
    },
  ],
  invalid: [
    {
      name: 'recognizes a handler with any name by its type',
      filename,
      code: `${handlers}// @ts-expect-error it can be a promise\nouter.handle(request).getStatusCode();`,
      errors: [notAwaited('getStatusCode')],
    },
    ...['any', 'unknown'].map((type) => ({
      name: `checks the name if the type is ${type}`,
      filename,
      code: `declare const handler: { handle(request: object): ${type} };\nhandler.handle({}).body;`,
      errors: [notAwaited('body')],
    })),
  ],
});
