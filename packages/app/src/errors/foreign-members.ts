import { ARGUMENTS } from '../foreign-habits.js';

const PARSED = 'request.getParsedBody(), with createApp({ body: {} })';
const QUERY = "request.getQueryParams()['name']";
const FIELD = "request.getHeaderLine('Name')";
const ADDRESS = "request.getServerParams()['REMOTE_ADDR']";
const FILE = "request.getUploadedFiles()['name']";
const OFFER =
  "negotiateMediaType(request.getHeaderLine('Accept'), ['text/html']), from @mortise/http-syntax";
const USER = "request.getAttribute('user'), which a layer sets";
const STATUS = 'return response.withStatus(404)';
const HEADER = "return response.withHeader('Name', 'value')";

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
  url: 'request.getRequestTarget()',
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
  session: 'sessionOf(request), from @mortise/session',
  getParam: `${QUERY}, or request.getParsedBody()`,
  getQueryParam: QUERY,
  getParsedBodyParam: PARSED,
  valid: PARSED,
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
  cookie: "return withCookie(response, 'name', 'value')",
  redirect: "return redirect(response, '/path')",
  render: "return render(request, response, 'template', data), from @mortise/view",
  view: "return render(request, response, 'template', data), from @mortise/view",
  sendFile: 'return withFile(request, response, path), from @mortise/static/node',
  download: 'return withFileDownload(request, response, path), from @mortise/static/node',
};
