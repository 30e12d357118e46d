import { isThenable } from '@mortise/base';
import { callable, options, or, rule, text } from '@mortise/base/options';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { OpenApiUiError } from './openapi-ui-error.js';
import { CONTENT_SECURITY_POLICY, filesBeside, pageHtml, startScript } from './page.js';

/** Options of the pages. */
export interface OpenApiUiOptions {
  /**
   * The path of the document, such as `/openapi.json`. It must have the page's origin, because of the Content Security
   * Policy.
   */
  readonly document: string;

  /** The title of the page. Default `'API'`. */
  readonly title?: string;
}

/** {@link OpenApiUiOptions}, and the source of the files. */
export interface OpenApiPagesOptions extends OpenApiUiOptions {
  /** Reads a file of Swagger UI by its name, such as `swagger-ui.css`. Called once for each file. */
  readonly readFile: (name: string) => Awaitable<Uint8Array>;
}

/** A callback of a route with the optional argument `file`: `/docs[/{file}]`. */
export type OpenApiUiHandler = (
  request: ServerRequestInterface,
  response: ResponseInterface,
  args: { readonly file?: string },
) => Awaitable<ResponseInterface>;

/** The files of Swagger UI that the page loads, and their types. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

/** The names of the files that `readFile` reads. */
export const ASSET_NAMES: readonly string[] = [...TYPES.keys()];

const declared = options<OpenApiPagesOptions>()('openApiUi', {
  document: rule(
    (path) => typeof path === 'string' && path !== '',
    'the path of a document, such as "/openapi.json"',
  ),
  title: or(text(), 'API'),
  readFile: callable,
});

/**
 * Creates the callback of a page that shows an OpenAPI document, and of its files, on any runtime.
 *
 * Without the argument `file`, the callback sends the page; with it, one of the files. For an unknown name it throws
 * `FILE_UNKNOWN` (404).
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function openApiPages(given: OpenApiPagesOptions): OpenApiUiHandler {
  const { document, title, readFile } = declared(given);
  const files = new Map<string, Awaitable<Uint8Array>>();
  const fileNamed = (name: string): Awaitable<Uint8Array> => {
    let bytes = files.get(name);
    if (bytes === undefined) {
      bytes = readFile(name);
      files.set(name, bytes);
      // A file that could not be read, such as for lack of descriptors, is read again.
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
      // It names the document, which can move with the next release.
      return script.withHeader('Cache-Control', 'no-cache');
    }
    const type = TYPES.get(file);
    if (type === undefined) throw new OpenApiUiError();
    const bytes = fileNamed(file);
    const sent = (content: Uint8Array): ResponseInterface =>
      send(response, type, content).withHeader('Cache-Control', 'max-age=3600');
    return bytes instanceof Uint8Array ? sent(bytes) : bytes.then(sent);
  };
}

function send(response: ResponseInterface, type: string, content: string | Uint8Array) {
  response.getBody().write(content);
  return response.withHeader('Content-Type', type).withHeader('X-Content-Type-Options', 'nosniff');
}
