import { loggedTarget, warn } from '@mortise/base';
import { UNPARSED_BODY } from '@mortise/base/keys';
import { type ParserState, parserStateOf } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';

const IN_LAYERS = 'In a layer, first write: request = await parseBody(request);';

const ADVICE: Readonly<Record<ParserState, string>> = {
  attached: IN_LAYERS,
  refused:
    'Its route has body: false, the default for mounts, so parseBody does not parse it either: set body: {} on the route or the mount, or read the bytes with request.getBody().',
  absent: `${IN_LAYERS} For parsed bodies in route handlers, create the application with createApp({ body: {} }).`,
};

/**
 * Creates a function that watches the requests that are passed to it. It warns once (`process.emitWarning`) if the
 * parsed body or the uploaded files of a request are read before a body parser has run, and says how to parse them.
 * Requests without a body, or without a `Content-Type`, are ignored, because no parser would read them.
 */
export function unparsedBodyWarning(): (request: ServerRequestInterface) => void {
  let warned = false;
  const note = (request: ServerRequestInterface): void => {
    const type = request.getHeaderLine('Content-Type');
    if (warned || type === '' || request.getBody().getSize() === 0) return;
    warned = true;
    warn(
      `the body of a request (${request.getMethod()} ${pathOf(request)}, ${type}) was not parsed when its fields or files were read`,
      {
        code: 'BODY_NOT_PARSED',
        detail: ADVICE[parserStateOf(request)],
      },
    );
  };
  return (request) => {
    const lifetime = request.getLifetime();
    // Already set if an outer application watches the request, or has parsed its body.
    if (!warned && lifetime.getValue(UNPARSED_BODY) === undefined) {
      lifetime.setValue(UNPARSED_BODY, note);
    }
  };
}

/**
 * The path as received, because the URI of a malformed target cannot be read. Omits query and user info, which can
 * contain secrets.
 */
function pathOf(request: ServerRequestInterface): string {
  return loggedTarget(request.getRequestTarget().replace(/\?.*$/s, '')).slice(0, 80);
}
