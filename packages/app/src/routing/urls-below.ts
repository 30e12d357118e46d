import type { RouteParserInterface } from './contract.js';

/**
 * Returns the URLs of an application that is mounted below a path.
 *
 * @param basePath of the URI of a request; `''` for the root
 */
export function urlsBelow(urls: RouteParserInterface, basePath: string): RouteParserInterface {
  if (basePath === '') return urls;
  return {
    relativeUrlFor: (name, data, query) => urls.relativeUrlFor(name, data, query),
    urlFor: (name, data, query) => basePath + urls.urlFor(name, data, query),
    fullUrlFor: (uri, name, data, query) => urls.fullUrlFor(uri, name, data, query),
  };
}
