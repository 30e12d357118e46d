import { describe, expect, it } from '@jest/globals';
import { options, text } from '@mortise/base/options';
import { factories } from '@mortise/message';
import { code, logged } from '../../test/logged-line.js';
import { type AppInterface, createApp, urlFor } from '../index.js';

const ofLayer = (layer: unknown) =>
  logged((app) => {
    app.get('/books', (_request, response) => response);
    app.add(layer as never);
  });

describe('a layer', () => {
  function cors(given?: { origins: string }): object {
    return options<{ origins: string }>()('cors', { origins: text() })(given);
  }
  it.each([
    [
      'that creates middleware',
      function etag() {
        return { process: () => undefined };
      },
      'etag',
    ],
    ['whose options are missing', cors, 'cors'],
  ])('%s, and was added without a call, meets the call', async (_what, layer, name) => {
    expect(await ofLayer(layer)).toMatch(
      new RegExp(
        `; call it: write app.add\\(${name}\\(options\\)\\), without options if it needs none$`,
      ),
    );
  });

  it.each([
    ['the request', '(request) => request'],
    ['the function that calls the next handler', '(request, handler) => handler.handle'],
  ])('that returns %s meets the call', async (_what, source) => {
    expect(await ofLayer(code(source))).toMatch(
      /; write return handler\.handle\(request\), in \(request, handler\) => \{ \.\.\. \}$/,
    );
  });
});

it.each<[string, (app: AppInterface) => unknown, string]>([
  [
    'a list as a layer',
    (app) => app.add([() => 1] as never),
    '; call add for each, or pass a list as the option layers, outermost first',
  ],
  [
    'a list of middleware instead of the handler',
    (app) => app.get('/a', [() => 1, () => 2] as never),
    'invalid handler for route /a: received an array; expected one function, with middleware after it: app.get(pattern, handler, { layers: [middleware] })',
  ],
  [
    'an application instead of the function of a group',
    (app) => app.group('/a', createApp({ factories }) as never),
    '; for an application, write app.mount("/a", handler)',
  ],
  [
    'a mount without a prefix',
    (app) => app.mount(createApp({ factories }) as never, undefined as never),
    "; write app.mount('/path', handler)",
  ],
  [
    'a URL without the request',
    () => urlFor('book' as never, 'book'),
    'urlFor received "book" instead of the request: write urlFor(request, route, args)',
  ],
])('%s is refused with the line to write', (_what, call, line) => {
  expect(() => call(createApp({ factories }))).toThrow(line);
});
