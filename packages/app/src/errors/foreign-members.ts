/** Ends hints about the parsed body, except in variants that parse bodies themselves. */
export const WITH_BODY = ', with createApp({ body: {} })';
const PARSED = `request.getParsedBody()${WITH_BODY}`;
/** The hint about route arguments in a handler; layers read them in another way. */
export const ARGUMENTS = 'the third parameter of the handler: (request, response, { id })';
const HEADER = "return response.withHeader('Name', 'value')";

/** What to write instead of members that requests have in other frameworks. */
export const OF_REQUEST: Readonly<Record<string, string>> = {
  body: PARSED,
  json: PARSED,
  text: 'await request.getBody().text()',
  query: "request.getQueryParams()['name']",
  params: ARGUMENTS,
  param: ARGUMENTS,
  headers: "request.getHeaderLine('Name')",
  header: "request.getHeaderLine('Name')",
  get: "request.getHeaderLine('Name')",
  cookies: "request.getCookieParams()['name']",
  formData: PARSED,
  method: 'request.getMethod()',
  path: 'request.getUri().getPath()',
  url: 'request.getRequestTarget()',
  originalUrl: 'request.getRequestTarget()',
  ip: "request.getServerParams()['REMOTE_ADDR']",
  hostname: 'request.getUri().getHost()',
  protocol: 'request.getUri().getScheme()',
  nextUrl: 'request.getUri()',
  user: "request.getAttribute('user'), which a layer sets",
  file: "request.getUploadedFiles()['name']",
  files: "request.getUploadedFiles()['name']",
  on: 'request.getLifetime().onEnd(() => { ... })',
  signal: 'request.getLifetime().signal',
  session: 'sessionOf(request), from @mortise/session',
  getParam: "request.getQueryParams()['name'], or request.getParsedBody()",
  getQueryParam: "request.getQueryParams()['name']",
  getParsedBodyParam: PARSED,
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
  writeHead: 'return response.withStatus(404)',
  html: "return html(response, '<p>text</p>')",
  status: 'return response.withStatus(404)',
  code: 'return response.withStatus(404)',
  sendStatus: 'return response.withStatus(404)',
  set: HEADER,
  headers: HEADER,
  append: "return response.withAddedHeader('Name', 'value')",
  locals: "request.withAttribute('name', value)",
  clearCookie: "return withCookie(response, 'name', '', { maxAge: 0 })",
  header: HEADER,
  type: "return response.withHeader('Content-Type', 'text/plain')",
  setHeader: HEADER,
  cookie: "return withCookie(response, 'name', 'value')",
  redirect: "return redirect(response, '/path')",
  render: "return render(request, response, 'template', data), from @mortise/view",
  view: "return render(request, response, 'template', data), from @mortise/view",
  sendFile: 'return withFile(request, response, path), from @mortise/static/node',
  download: 'return withFileDownload(request, response, path), from @mortise/static/node',
};
