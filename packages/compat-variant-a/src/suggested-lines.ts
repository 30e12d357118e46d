import type { VariantLines } from '@mortise/app';

/** The code that errors and hints suggest in an application of variant A. */
export const LINES: VariantLines = {
  middleware: '(request, response, next) => next(request, response)',
  bodyLimit: 'settings: { parsedBodyLimit } of variant A',
  instead: {
    ', with createApp({ body: {} })': '',
    'json(response, data': 'response.withJson(data',
    "redirect(response, '/path')": "response.withRedirect('/path')",
    "text(response, 'text')": "response.write('text')",
    "text(response, 'text', ": "response.write('text').withStatus(",
    "html(response, '<p>text</p>')": "response.write('<p>text</p>')",
    "html(response, '<p>text</p>', ": "response.write('<p>text</p>').withStatus(",
    'response.getBody().write(text)': 'response.write(text)',
    "withCookie(response, 'name', 'value')":
      "response.withAddedHeader('Set-Cookie', 'name=value; Path=/')",
    "withCookie(response, 'name', '', { maxAge: 0 })":
      "response.withAddedHeader('Set-Cookie', 'name=; Path=/; Max-Age=0')",
    "routeOf(request)?.getArgument('id')":
      "request.getAttribute('route')?.getArgument('id'), with settings: { determineRouteBeforeAppMiddleware: true }",
    'app.setDefaultErrorHandler((request, error) => response)':
      "app.getContainer().set('errorHandler', () => (request, response, error) => response)",
    "urlFor(request, 'name', args), with urlFor from mortise":
      "app.getContainer().get('router').pathFor('name', args)",
    'app.notFound(handler)':
      "app.getContainer().set('notFoundHandler', () => (request, response) => response)",
    "(request, handler) => handler.handle(request.withAttribute('name', value))":
      "(request, response, next) => next(request.withAttribute('name', value), response)",
  },
};
