import { andThen, isThenable, settled } from '@mortise/base';
import { callable, options, or, rule, text } from '@mortise/base/options';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { OpenApiUiError } from './openapi-ui-error.js';
import { CONTENT_SECURITY_POLICY, filesBeside, pageHtml, startScript } from './page.js';

/** Options of the page. */
export interface OpenApiUiOptions {
  /**
   * The path of the document, such as `/openapi.json`. The document must be on the page's origin, because of the
   * Content Security Policy.
   */
  readonly document: string;

  /** The title of the page. Default `'API'`. */
  readonly title?: string | undefined;
}

/** Options of {@link openApiPages}. */
export interface OpenApiPagesOptions extends OpenApiUiOptions {
  /** Reads a file of Swagger UI by name, such as `swagger-ui.css`. Called once per file; again only after a failure. */
  readonly readFile: (name: string) => Awaitable<Uint8Array>;
}

/** The handler of a route with the optional argument `file`, such as `/docs[/{file}]`. */
export type OpenApiUiHandler = (
  request: ServerRequestInterface,
  response: ResponseInterface,
  args: { readonly file?: string },
) => Awaitable<ResponseInterface>;

/** The media types of the Swagger UI files that the page loads. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

/** The names with which `readFile` is called. */
export const ASSET_NAMES: readonly string[] = [...TYPES.keys()];

const declared = options<OpenApiPagesOptions>()('openApiUi', {
  document: rule(
    (path) => typeof path === 'string' && path !== '',
    'a document path, such as "/openapi.json"',
  ),
  title: or(text(), 'API'),
  readFile: callable,
});

/**
 * Creates the handler of a page that shows an OpenAPI document in Swagger UI, on any runtime.
 *
 * Without the argument `file`, the handler sends the page; with it, one of the page's files. It throws an
 * {@link OpenApiUiError} (404) if there is no such file.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function openApiPages(given: OpenApiPagesOptions): OpenApiUiHandler {
  const { document, title, readFile } = declared(given);
  const files = new Map<string, Awaitable<Uint8Array>>();
  const fileNamed = (name: string): Awaitable<Uint8Array> => {
    let bytes = files.get(name);
    if (bytes === undefined) {
      bytes = settled(readFile(name));
      files.set(name, bytes);
      // If reading fails, for example for lack of file descriptors, the next request tries again.
      if (isThenable(bytes)) bytes.then(undefined, () => files.delete(name));
    }
    return bytes;
  };
  return (request, response, { file }) => {
    if (file === undefined) {
      const html = pageHtml(title, filesBeside(request.getUri().getPath()), document);
      const page = response.withHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
      return send(page, 'text/html; charset=utf-8', html).withHeader('Cache-Control', 'no-cache');
    }
    if (file === 'start.js') {
      const script = send(response, 'text/javascript; charset=utf-8', startScript(document));
      // The script contains the path of the document, which the next release can change.
      return script.withHeader('Cache-Control', 'no-cache');
    }
    const type = TYPES.get(file);
    if (type === undefined) throw new OpenApiUiError();
    const sent = (content: Uint8Array): ResponseInterface =>
      send(response, type, content).withHeader('Cache-Control', 'max-age=3600');
    return andThen(fileNamed(file), sent);
  };
}

function send(response: ResponseInterface, type: string, content: string | Uint8Array) {
  response.getBody().write(content);
  return response.withHeader('Content-Type', type).withHeader('X-Content-Type-Options', 'nosniff');
}
