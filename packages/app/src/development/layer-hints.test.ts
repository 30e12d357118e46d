import { describe, expect, it } from '@jest/globals';
import { options, text } from '@mortise/base/options';
import { code, logged } from '../../test/logged-line.js';

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
