import type { ServerRequestInterface } from '@mortise/http-message';
import { pageHelpers } from './page-helpers.js';
import { urlHelpers } from './url-helpers.js';
import type { ViewHelpers } from './view-helpers.js';

/**
 * Creates the functions for the templates of one rendering. Each reads the request when it is called.
 *
 * @param request `null` for text that is rendered without one, such as an e-mail
 * @param own the application's functions, which take precedence
 */
export function requestHelpers(request: ServerRequestInterface | null, own: object): ViewHelpers {
  const [urls, page] = [urlHelpers(request), pageHelpers(request)];
  const helpers: ViewHelpers = {
    ...urls,
    ...page,
    layout: () => undefined,
    url_for: urls.urlFor,
    full_url_for: urls.fullUrlFor,
    relative_url_for: urls.relativeUrlFor,
    is_current_url: urls.isCurrentUrl,
    current_url: urls.currentUrl,
    get_uri: urls.getUri,
    base_path: urls.basePath,
    csp_nonce: page.cspNonce,
    csrf_fields: page.csrfFields,
  };
  return Object.assign(Object.create(null) as ViewHelpers, helpers, own);
}
