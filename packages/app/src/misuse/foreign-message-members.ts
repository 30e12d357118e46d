import { ARGUMENTS } from './variant-lines.js';

const PARSED = 'request.getParsedBody(), with createApp({ body: {} })';
const QUERY = "request.getQueryParams()['name']";
const FIELD = "request.getHeaderLine('Name')";
const ADDRESS = "request.getServerParams()['REMOTE_ADDR']";
const FILE = "request.getUploadedFiles()['name']";
const OFFER =
  "negotiateMediaType(request.getHeaderLine('Accept'), ['text/html']), from @mortise/http-syntax";
const USER = "request.getAttribute('user'), which a layer sets";
/** The line for a status without content. */
const STATUS = 'return response.withStatus(404)';
const HEADER = "return response.withHeader('Name', 'value')";

const COOKIE = "return withCookie(response, 'name', 'value')";
const ATTRIBUTE = "request.getAttribute('name')";
/** The line for what is sent piece by piece. */
const STREAM = 'return response.withBody(app.factories.createStreamFromResource(source))';

/** Matches a call whose second argument contains at most one level of parentheses. */
const TEXT_CALL = /\b((?:text|html)\(response, [^()]*(?:\([^()]*\)[^()]*)*\))/;

/** What to write instead of methods of requests that other languages or frameworks call differently. */
export const OF_OWN: readonly {
  readonly code: RegExp;
  readonly message: RegExp;
  readonly line: string;
}[] = [
  {
    code: /\bJSON\.parse\((?:String\(|`\$\{)?(request\.getBody\(\))/,
    message: /is not valid JSON|in JSON at/,
    line: 'await request.getBody().text()',
  },
  { code: /\b(request\.getHeader)\(/, message: /\ban array\b/, line: FIELD },
  {
    code: /\b(sessionOf\(request\))/,
    message: /^Cannot add property /,
    line: "sessionOf(request).set('name', value)",
  },
  {
    code: /\b(request\.getHeaders\(\))(?:\.|\[)/,
    message: /undefined|\ban array\b/,
    line: FIELD,
  },
  {
    code: /\b(request\.getQueryParams\(\)\.get|request\.getUri\(\)\.searchParams\.\w+)\(/,
    message: /getQueryParams\(\.\.\.\)\.get is not a function|\(reading 'get'\)/,
    line: QUERY,
  },
  {
    code: /\b(request\.getBody\(\)\.(?:json|formData))\(/,
    message: /getBody\(\.\.\.\)\.(?:json|formData) is not a function/,
    line: PARSED,
  },
  {
    code: /\b(uploadedFile\(request[^)]*\))/,
    message: /\bnull \(reading '(?:moveTo|get(?:Client\w+|Error|Size|Stream))'\)/,
    line: "const file = uploadedFile(request, 'name'); if (file === null) throw httpError(422, 'Send a file.')",
  },
  {
    code: /\b((?:json|text|html)\(response, [^;]*\)\.(?:status|code))\(/,
    message: /\b(?:json|text|html)\(\.\.\.\)\.\w+ is not a function/,
    line: 'json(response, data, 201)',
  },
  {
    code: TEXT_CALL,
    message: /^invalid content: received an? (?:object|array|instance of)\b/,
    line: 'json(response, data)',
  },
  {
    code: TEXT_CALL,
    message: /^invalid content: received (?:-?\d|true|false)/,
    line: 'text(response, String(value))',
  },
  {
    code: /\b(request\.getAttribute\('route'\))/,
    message: /undefined \(reading 'get(?:Arguments?|Name|Pattern|Methods)'\)/,
    line: 'routeOf(request)',
  },
  {
    code: /\b(this\.get)\(/,
    message: /undefined \(reading 'get'\)/,
    line: "app.getContainer().get('name')",
  },
  {
    code: /^(?:async\b\s*)?(?:function\b\s*)?\w*\s*\(\s*\w+\s*,\s*\w+\s*,\s*(\w+)\s*\)/,
    message: /^Cannot convert object to primitive value/,
    line: ARGUMENTS,
  },
];

/** What to write instead of members of a context that requests and responses do not have, or that mean something else. */
export const OF_CONTEXT: Readonly<Record<string, string>> = {
  get: ATTRIBUTE,
  var: ATTRIBUTE,
  state: `${ATTRIBUTE}, which a layer sets with request.withAttribute('name', value)`,
  set: "app.add((request, handler) => handler.handle(request.withAttribute('name', value)))",
  body: "return text(response, 'text')",
};

/** What to write instead of members that requests have in other frameworks. */
export const OF_REQUEST: Readonly<Record<string, string>> = {
  body: PARSED,
  json: PARSED,
  text: 'await request.getBody().text()',
  query: QUERY,
  params: ARGUMENTS,
  param: ARGUMENTS,
  headers: FIELD,
  header: FIELD,
  get: FIELD,
  cookies: "request.getCookieParams()['name']",
  formData: PARSED,
  method: 'request.getMethod()',
  path: 'request.getUri().getPath()',
  url: 'String(request.getUri()), or request.getRequestTarget()',
  originalUrl: 'request.getRequestTarget()',
  ip: ADDRESS,
  socket: ADDRESS,
  connection: ADDRESS,
  hostname: 'request.getUri().getHost()',
  protocol: 'request.getUri().getScheme()',
  nextUrl: 'request.getUri()',
  user: USER,
  isAuthenticated: USER,
  file: FILE,
  files: FILE,
  on: 'request.getLifetime().onEnd(callback)',
  signal: 'request.getLifetime().signal',
  session: "sessionOf(request).get('name'), or .set('name', value), from @mortise/session",
  getArgument: ARGUMENTS,
  getParam: `${QUERY}, or request.getParsedBody()`,
  getQueryParam: QUERY,
  getParsedBodyParam: PARSED,
  valid: `${PARSED}, or ${QUERY} for 'query'`,
  parseBody: PARSED,
  validateUsing: PARSED,
  input: PARSED,
  only: PARSED,
  all: PARSED,
  qs: QUERY,
  queries: QUERY,
  isMultipart: "request.getHeaderLine('Content-Type')",
  jwtVerify: USER,
  id: 'requestIdOf(request), from @mortise/request-log',
  raw: 'request.getBody()',
  server: 'app, the variable of the application',
  accepts: OFFER,
  is: "request.getHeaderLine('Content-Type')",
  log: "console.log('text')",
  env: "process.env['NAME']",
  flash: "sessionOf(request).flash.addMessage('name', 'text'), from @mortise/session",
  pipe: 'await pipeline(request.getBody(), target), from node:stream/promises',
};

/** What to write instead of members that responses have in other frameworks. */
export const OF_RESPONSE: Readonly<Record<string, string>> = {
  json: 'return json(response, data)',
  withJson: 'return json(response, data)',
  withRedirect: "return redirect(response, '/path')",
  send: "return text(response, 'text')",
  text: "return text(response, 'text')",
  end: "return text(response, 'text')",
  write: 'response.getBody().write(text)',
  writeHead: STATUS,
  html: "return html(response, '<p>text</p>')",
  status: STATUS,
  code: STATUS,
  sendStatus: STATUS,
  set: HEADER,
  headers: HEADER,
  append: "return response.withAddedHeader('Name', 'value')",
  locals: "request.withAttribute('name', value)",
  clearCookie: "return withCookie(response, 'name', '', { maxAge: 0 })",
  header: HEADER,
  type: "return response.withHeader('Content-Type', 'text/plain')",
  setHeader: HEADER,
  links: "return response.withHeader('Link', '</path>; rel=\"next\"')",
  attachment: "return response.withHeader('Content-Disposition', 'attachment')",
  notFound: STATUS,
  format: OFFER,
  cookie: COOKIE,
  setCookie: COOKIE,
  raw: STREAM,
  hijack: STREAM,
  ok: 'return json(response, data)',
  created: 'return json(response, data, 201)',
  badRequest: 'return json(response, data, 400)',
  redirect: "return redirect(response, '/path')",
  render: "return render(request, response, 'template', data), from @mortise/view",
  view: "return render(request, response, 'template', data), from @mortise/view",
  sendFile: 'return withFile(request, response, path), from @mortise/static/node',
  download: 'return withFileDownload(request, response, path), from @mortise/static/node',
};

/** Returns the row of a table; `null` if it has none of that name. */
export function rowOf(table: Readonly<Record<string, string>>, name: string): string | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}

/**
 * Returns the line for a member of a response in the code: for a status with its number, and with the data if
 * `res.status(201).json(` follows; for `send` with an object or a list, that of `json`.
 */
export function lineOfResponse(line: string, found: string, code: string): string {
  const [, after = ''] = code.split(found);
  if (line !== STATUS) return found.endsWith('.send') && SENT_DATA.test(after) ? OF_JSON : line;
  const [call = '', status = '404', sends = ''] =
    /^\((\d{3})\)(?:\s*\.(json|send|text|html)(?=\((?!\))))?/.exec(after) ?? [];
  const sent = SENT_DATA.test(after.slice(call.length)) ? OF_JSON : rowOf(OF_RESPONSE, sends);
  return sends === '' || sent === null
    ? STATUS.replace('404', status)
    : sent.replace(/\)$/, `, ${status})`);
}

/** Matches a call whose argument is an object or a list. */
const SENT_DATA = /^\(\s*[[{]/;
const OF_JSON = 'return json(response, data)';

/** Returns the line for a result of this kind: text, data, or what is sent piece by piece. */
export function responseOf(value: unknown): string {
  if (isStreamed(value)) return STREAM;
  return typeof value === 'string'
    ? "return text(response, 'text')"
    : 'return json(response, data)';
}

function isStreamed(value: unknown): boolean {
  return (
    typeof (Object(value) as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function'
  );
}
