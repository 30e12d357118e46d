import { AppError } from '../app-error.js';

/** What to write instead of members that requests have in other frameworks. */
const OF_REQUEST: Readonly<Record<string, string>> = {
  body: 'request.getParsedBody(), with createApp({ body: {} })',
  json: 'request.getParsedBody(), with createApp({ body: {} })',
  text: 'await request.getBody().text()',
  query: "request.getQueryParams()['name']",
  params: 'the third parameter of the handler: (request, response, { id })',
  param: 'the third parameter of the handler: (request, response, { id })',
  headers: "request.getHeaderLine('Name')",
  header: "request.getHeaderLine('Name')",
  get: "request.getHeaderLine('Name')",
  cookies: "request.getCookieParams()['name']",
  formData: 'request.getParsedBody(), with createApp({ body: {} })',
  method: 'request.getMethod()',
  path: 'request.getUri().getPath()',
  url: 'request.getRequestTarget()',
  originalUrl: 'request.getRequestTarget()',
  ip: "request.getServerParams()['REMOTE_ADDR']",
  session: 'sessionOf(request), from @mortise/session',
  getParam: "request.getQueryParams()['name'], or request.getParsedBody()",
  getQueryParam: "request.getQueryParams()['name']",
  getParsedBodyParam: 'request.getParsedBody()',
};

/** What to write instead of members that responses have in other frameworks. */
const OF_RESPONSE: Readonly<Record<string, string>> = {
  json: 'return json(response, data)',
  withJson: 'return json(response, data)',
  withRedirect: "return redirect(response, '/path')",
  send: "return text(response, 'text')",
  text: "return text(response, 'text')",
  end: 'return response',
  write: 'response.getBody().write(text)',
  writeHead: 'return response.withStatus(404)',
  html: "return html(response, '<p>text</p>')",
  status: 'return response.withStatus(404)',
  code: 'return response.withStatus(404)',
  sendStatus: 'return response.withStatus(404)',
  set: "return response.withHeader('Name', 'value')",
  header: "return response.withHeader('Name', 'value')",
  type: "return response.withHeader('Content-Type', 'text/plain')",
  setHeader: "return response.withHeader('Name', 'value')",
  cookie: "return withCookie(response, 'name', 'value')",
  redirect: "return redirect(response, '/path')",
  render: "return render(request, response, 'template', data), from @mortise/view",
  view: "return render(request, response, 'template', data), from @mortise/view",
  sendFile: 'return withFile(request, response, path), from @mortise/static/node',
  download: 'return withFileDownload(request, response, path), from @mortise/static/node',
};

/** A member of a request, a response or a context, by the names that handlers give them. */
const MEMBER = /\b_?(?:(req|request)|res|response|reply|c|ctx)\??\.(\w+)/g;
/** A member of a request alone: messages about `undefined` do not always name it, so the handler is searched for it. */
const REQUEST_MEMBER = /\b_?(req|request)\??\.(\w+)/g;

/** Names of errors that a missing member causes: `text(response, request.url)` fails in the stream, not in the engine. */
const CAUSED = new Set(['TypeError', 'MessageError']);

const hints = new WeakMap<Error, string>();

/** What to add where a handler returned a member of a request that requests do not have, such as `request.body`. */
const AS_RESPONSE = '; a handler returns a response: return json(response, data)';

/**
 * Keeps a hint for {@link hintOf} if the error comes from a member of another framework, such as `request.body`: the line
 * to write instead.
 *
 * @param code returns the source of the handler; called if the message does not name the member
 */
export function noteHint(error: Error, code: () => string): void {
  const hint = isUndefinedResult(error) ? lineOfResult(code()) : lineOfFailure(error, code);
  if (hint !== null) hints.set(error, hint);
}

/** Returns the hint, such as `instead of response.json, write return json(response, data)`; `undefined` if there is none. */
export function hintOf(error: Error): string | undefined {
  return hints.get(error);
}

function isUndefinedResult(error: Error): boolean {
  return (
    error instanceof AppError && error.code === 'RESPONSE_MISSING' && error.value === undefined
  );
}

function lineOfResult(code: string): string | null {
  const line = lineFor(code, REQUEST_MEMBER);
  return line === null ? null : line + AS_RESPONSE;
}

function lineOfFailure({ name, message }: Error, code: () => string): string | null {
  if (!CAUSED.has(name)) return null;
  return /\b(?:next|handler) is not a function/.test(message)
    ? 'return a response; middleware returns handler.handle(request) instead of calling its second parameter'
    : (lineFor(message, MEMBER) ??
        (message.includes('undefined') ? lineFor(code(), REQUEST_MEMBER) : null));
}

function lineFor(text: string, members: RegExp): string | null {
  for (const [found, request, member = ''] of text.matchAll(members)) {
    const tables = request === undefined ? [OF_RESPONSE, OF_REQUEST] : [OF_REQUEST];
    const line = tables.find((table) => Object.hasOwn(table, member))?.[member];
    if (line !== undefined) return `instead of ${found}, write ${line}`;
  }
  return null;
}
