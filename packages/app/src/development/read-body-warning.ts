import { loggedTarget, warnOnce } from '@mortise/base';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';

/**
 * Creates a function that is called with each response. It warns once if its body is a stream that a layer has read to its
 * end, because the client gets an empty body.
 */
export function readBodyWarning(): (
  response: ResponseInterface,
  request: ServerRequestInterface,
) => void {
  const warnNow = warnOnce('RESPONSE_READ');
  return (response, request) => {
    const body = response.getBody();
    if (!body.isReadable() || body.isSeekable() || body.tell() === 0 || !body.eof()) return;
    const target = loggedTarget(request.getRequestTarget());
    warnNow(
      `the body of the response to ${request.getMethod()} ${target} was read to its end, so an empty one is sent`,
      'A stream can be read once: in the layer, return response.withBody(app.factories.createStream(text)).',
    );
  };
}
