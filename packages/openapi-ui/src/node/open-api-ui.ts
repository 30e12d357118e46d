import { merged } from '@mortise/base/options';
import { openApiPages, type OpenApiUiHandler, type OpenApiUiOptions } from '../open-api-pages.js';
import { assetReader, type OpenApiUiAssets } from './assets.js';

/** Options of {@link openApiUi}. */
export interface OpenApiUiNodeOptions extends OpenApiUiOptions {
  /**
   * The files `swagger-ui-bundle.js`, `swagger-ui.css` and `favicon-32x32.png`: the folder that contains them, or their
   * contents by name. Default: those of this package, which a bundle does not contain.
   */
  readonly assets?: OpenApiUiAssets | undefined;
}

/**
 * Creates the handler of a page that shows an OpenAPI document in Swagger UI. Checks that Swagger UI's files exist;
 * files in a folder are read on first request and cached.
 *
 * ```ts
 * app.get('/docs[/{file}]', openApiUi({ document: '/openapi.json' }));
 * ```
 *
 * @throws {OptionError} `OPTION_INVALID` if an option is invalid, or a file cannot be read
 */
export function openApiUi(given: OpenApiUiNodeOptions): OpenApiUiHandler {
  const all = Object(given) as OpenApiUiNodeOptions;
  return openApiPages(merged(all, { readFile: assetReader(all.assets) }, ['assets']));
}
