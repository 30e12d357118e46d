import { factoriesOf } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { SharedEventSource } from './shared-event-source.js';

/**
 * Responds with `SharedEventSource` as a module for browsers: `app.get('/shared-event-source.js', browserModule)`, and in a
 * script of the page `import { SharedEventSource } from '/shared-event-source.js'`.
 */
export function browserModule(
  request: ServerRequestInterface,
  response: ResponseInterface,
): ResponseInterface {
  // Bundlers that keep the names of functions write calls of this function into them.
  const script = `const __name = (named) => named;
export const SharedEventSource = ${String(SharedEventSource)};
`;
  return response
    .withHeader('Content-Type', 'text/javascript; charset=utf-8')
    .withHeader('Cache-Control', 'no-cache')
    .withBody(factoriesOf(request).createStream(script));
}
