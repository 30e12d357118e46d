import { loggedTarget, warnOnce } from '@mortise/base';
import { UNPARSED_BODY } from '@mortise/base/keys';
import { isDevelopment, type ParserState, parserStateOf } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';

const IN_LAYERS = 'In a layer, first write: request = await parseBody(request);';

const ADVICE: Readonly<Record<ParserState, string>> = {
  attached: IN_LAYERS,
  refused:
    'Its route has body: false, the default for mounts, so parseBody does not parse it either: set body: {} on the route or the mount, or read the bytes with request.getBody().',
  absent: `For parsed bodies in route handlers, create the application with createApp({ body: {} }). ${IN_LAYERS}`,
};

/**
 * Creates a function that watches the requests that are passed to it. It warns once (`process.emitWarning`) if the
 * parsed body or the uploaded files of a request are read before a body parser has run, and says how to parse them; and
 * once for a request without a `Content-Type`, whose body no parser reads. Requests without a body are ignored; so are
 * reads in another application, outside or inside, that is not in development.
 */
export function unparsedBodyWarning(): (request: ServerRequestInterface) => void {
  const warnNow = warnOnce('BODY_NOT_PARSED');
  const warnUntyped = warnOnce('BODY_NOT_PARSED');
  const note = (request: ServerRequestInterface): void => {
    if (request.getBody().getSize() === 0 || !isDevelopment(request)) return;
    const type = request.getHeaderLine('Content-Type');
    const read = `${request.getMethod()} ${pathOf(request)}, ${type || 'without Content-Type'}`;
    if (type === '') {
      warnUntyped(
        `the fields or files of a request (${read}) were read, but no parser reads its body`,
        'Send the header Content-Type: application/json with JSON, or read the bytes with request.getBody().',
      );
      return;
    }
    warnNow(
      `the body of a request (${read}) was not parsed when its fields or files were read`,
      ADVICE[parserStateOf(request)],
    );
  };
  return (request) => {
    const lifetime = request.getLifetime();
    // `null` if an outer application has parsed the body.
    if (lifetime.getValue(UNPARSED_BODY) !== null) lifetime.setValue(UNPARSED_BODY, note);
  };
}

/**
 * The path as received, because the URI of a malformed target cannot be read. Omits query and user info, which can
 * contain secrets.
 */
function pathOf(request: ServerRequestInterface): string {
  return loggedTarget(request.getRequestTarget().replace(/\?.*$/s, '')).slice(0, 80);
}
