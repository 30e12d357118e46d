import { memberOf } from '@mortise/base';
import { ARGUMENTS, rows } from '../misuse/variant-lines.js';

const PARSED = 'request.getParsedBody(), with createApp({ body: {} })';
const QUERY = "request.getQueryParams()['name']";
const FIELD = "request.getHeaderLine('Name')";
const OFFER =
  "negotiateMediaType(request.getHeaderLine('Accept'), ['text/html']), from @mortise/http-syntax";
/** The line for a status without content. */
const STATUS = 'return response.withStatus(404)';
const OF_JSON = 'return json(response, data)';
const ATTRIBUTE = "request.getAttribute('name')";
/** The line for what is sent piece by piece. */
const STREAM = 'return response.withBody(app.factories.createStreamFromResource(source))';

/** Matches a call whose second argument contains at most one level of parentheses. */
const TEXT_CALL = /\b((?:text|html)\(response, [^()]*(?:\([^()]*\)[^()]*)*\))/;
const HTML_CALL = new RegExp(TEXT_CALL.source.replace('text|', ''));
const NO_TEXT = /^invalid content: received (?:-?\d|true|false)/;

/** What to write instead of methods of requests that other languages or frameworks call differently. */
export const OF_OWN: readonly (readonly [code: RegExp, message: RegExp, line: string])[] = [
  [
    /\bJSON\.parse\((?:String\(|`\$\{)?(request\.getBody\(\))/,
    /is not valid JSON|in JSON at/,
    'await request.getBody().text()',
  ],
  [/\b(request\.getHeader)\(/, /\ban array\b/, FIELD],
  [/\b(sessionOf\(request\))/, /^Cannot add property /, "sessionOf(request).set('name', value)"],
  [/\b(request\.getHeaders\(\))(?:\.|\[)/, /undefined|\ban array\b/, FIELD],
  [
    /\b(request\.getQueryParams\(\)\.get|request\.getUri\(\)\.searchParams\.\w+)\(/,
    /getQueryParams\(\.\.\.\)\.get is not a function|\(reading 'get'\)/,
    QUERY,
  ],
  [
    /\b(request\.getBody\(\)\.(?:json|formData))\(/,
    /getBody\(\.\.\.\)\.(?:json|formData) is not a function/,
    PARSED,
  ],
  [
    /\b(uploadedFile\(request[^)]*\))/,
    /\bnull \(reading '(?:moveTo|get(?:Client\w+|Error|Size|Stream))'\)/,
    "const file = uploadedFile(request, 'name'); if (file === null) throw httpError(422, 'Send a file.')",
  ],
  [
    /\b((?:json|text|html)\(response, [^;]*\)\.(?:status|code))\(/,
    /\b(?:json|text|html)\(\.\.\.\)\.\w+ is not a function/,
    'json(response, data, 201)',
  ],
  [
    TEXT_CALL,
    /^invalid content: received an? (?:object|array|instance of)\b/,
    'json(response, data)',
  ],
  [HTML_CALL, NO_TEXT, 'html(response, String(value))'],
  [TEXT_CALL, NO_TEXT, 'text(response, String(value))'],
  [
    /\b(request\.getAttribute\('route'\))/,
    /undefined \(reading 'get(?:Arguments?|Name|Pattern|Methods)'\)/,
    'routeOf(request)',
  ],
  [/\b(this\.get)\(/, /undefined \(reading 'get'\)/, "app.getContainer().get('name')"],
  [
    /^(?:async\b\s*)?(?:function\b\s*)?\w*\s*\(\s*\w+\s*,\s*\w+\s*,\s*(\w+)\s*\)/,
    /^Cannot convert object to primitive value/,
    ARGUMENTS,
  ],
];

/** What to write instead of members of a context that requests and responses do not have, or that mean something else. */
export const OF_CONTEXT = rows({
  'get var': ATTRIBUTE,
  state: `${ATTRIBUTE}, which a layer sets with request.withAttribute('name', value)`,
  set: "app.add((request, handler) => handler.handle(request.withAttribute('name', value)))",
  body: "return text(response, 'text')",
});

/** What to write instead of members that requests have in other frameworks. */
export const OF_REQUEST = rows({
  'body json formData getParsedBodyParam parseBody validateUsing input only all': PARSED,
  text: 'await request.getBody().text()',
  'query getQueryParam qs queries': QUERY,
  'params param getArgument': ARGUMENTS,
  'headers header get': FIELD,
  'cookies cookie getCookieParam': "request.getCookieParams()['name']",
  'method isMethod isGet isPost': 'request.getMethod()',
  'isXhr getContentType bearerToken': FIELD,
  getServerParam: "request.getServerParams()['NAME']",
  getRoute: 'routeOf(request)',
  path: 'request.getUri().getPath()',
  url: 'String(request.getUri()), or request.getRequestTarget()',
  originalUrl: 'request.getRequestTarget()',
  'ip socket connection': "request.getServerParams()['REMOTE_ADDR']",
  hostname: 'request.getUri().getHost()',
  protocol: 'request.getUri().getScheme()',
  nextUrl: 'request.getUri()',
  'user isAuthenticated jwtVerify': "request.getAttribute('user'), which a layer sets",
  'file files': "request.getUploadedFiles()['name']",
  on: 'request.getLifetime().onEnd(callback)',
  signal: 'request.getLifetime().signal',
  session: "sessionOf(request).get('name'), or .set('name', value), from @mortise/session",
  getParam: `${QUERY}, or request.getParsedBody()`,
  valid: `${PARSED}, or ${QUERY} for 'query'`,
  'is isMultipart': "request.getHeaderLine('Content-Type')",
  id: 'requestIdOf(request), from @mortise/request-log',
  raw: 'request.getBody()',
  server: 'app, the variable of the application',
  accepts: OFFER,
  log: "console.log('text')",
  env: "process.env['NAME']",
  flash: "sessionOf(request).flash.addMessage('name', 'text'), from @mortise/session",
  pipe: 'await pipeline(request.getBody(), target), from node:stream/promises',
});

/** What to write instead of members that responses have in other frameworks. */
export const OF_RESPONSE = rows({
  'json withJson ok': OF_JSON,
  'withRedirect redirect': "return redirect(response, '/path')",
  'send text end': "return text(response, 'text')",
  write: 'response.getBody().write(text)',
  'writeHead status code sendStatus notFound': STATUS,
  html: "return html(response, '<p>text</p>')",
  'set headers header setHeader': "return response.withHeader('Name', 'value')",
  append: "return response.withAddedHeader('Name', 'value')",
  locals: "request.withAttribute('name', value)",
  noContent: 'return response.withStatus(204)',
  'abort unauthorized': 'throw httpError(404)',
  withFile: 'return withFile(request, response, path), from @mortise/static/node',
  vary: "return response.withAddedHeader('Vary', 'Name')",
  'clearCookie deleteCookie': "return withCookie(response, 'name', '', { maxAge: 0 })",
  type: "return response.withHeader('Content-Type', 'text/plain')",
  links: "return response.withHeader('Link', '</path>; rel=\"next\"')",
  attachment: "return response.withHeader('Content-Disposition', 'attachment')",
  format: OFFER,
  'cookie setCookie withCookie': "return withCookie(response, 'name', 'value')",
  'raw hijack': STREAM,
  created: 'return json(response, data, 201)',
  badRequest: 'return json(response, data, 400)',
  'render view': "return render(request, response, 'template', data), from @mortise/view",
  sendFile: 'return withFile(request, response, path), from @mortise/static/node',
  download: 'return withFileDownload(request, response, path), from @mortise/static/node',
});

/**
 * Returns the line for a member of a response in the code: for a status with its number, and with the data if
 * `res.status(201).json(` follows; for `send` with an object or a list, that of `json`.
 */
export function lineOfResponse(line: string, found: string, code: string): string {
  const [, after = ''] = code.split(found);
  if (line !== STATUS) return found.endsWith('.send') && SENT_DATA.test(after) ? OF_JSON : line;
  const [call = '', status = '404', sends = ''] =
    /^\((\d{3})\)(?:\s*\.(json|send|text|html)(?=\((?!\))))?/.exec(after) ?? [];
  const sent = SENT_DATA.test(after.slice(call.length)) ? OF_JSON : OF_RESPONSE.get(sends);
  return sends === '' || sent === undefined
    ? STATUS.replace('404', status)
    : sent.replace(/\)$/, `, ${status})`);
}

/** Matches a call whose argument is an object or a list. */
const SENT_DATA = /^\(\s*[[{]/;

/** Returns the line for a result of this kind: text, data, or what is sent piece by piece. */
export function responseOf(value: unknown): string {
  if (memberOf(value, Symbol.asyncIterator) !== undefined) return STREAM;
  return typeof value === 'string' ? "return text(response, 'text')" : OF_JSON;
}
