import { factoriesOf, receivedPath } from '@mortise/base/message';
import {
  accepted,
  boolean,
  choice,
  ensure,
  nested,
  object,
  optional,
  options,
  or,
} from '@mortise/base/options';
import type {
  MiddlewareInterface,
  ServerRequestInterface,
  UriInterface,
} from '@mortise/http-message';
import { canonicalPath, parseAuthority } from '@mortise/http-syntax';
import { IS_MOUNT } from './mounted-handler.js';
import { ROUTE_CONTEXT } from './route-context.js';

/** Which of a page's URLs is the canonical one. */
export interface CanonicalUrlOptions {
  /**
   * The trailing slash of a path. `'never'` redirects `/books/` to `/books`, and `'always'` the other way, except for names
   * with a dot, if the target has a route for the method. `'route'` redirects either way, and only if the path as sent has
   * no such route. Paths below a mount are left to the mounted handler. Default: no redirect.
   */
  readonly slash?: 'always' | 'never' | 'route';

  /** Whether `http:` is redirected to `https:`; requires `host`. Default: `false`. */
  readonly https?: boolean;

  /** The hosts that are served, with a port unless it is the scheme's default. Others are redirected to the first. Default: any. */
  readonly host?: string | readonly string[];
}

const HOSTS = 'a host, or a list of hosts, such as "www.example.com"';
const declared = options<CanonicalUrlOptions>()('canonicalUrl', {
  slash: optional(choice('always', 'never', 'route')),
  https: or(boolean, false),
  host: nested(hostsOf),
});
type Checked = ReturnType<typeof declared>;

/**
 * Redirects requests to a page's canonical URL with 308, which keeps method and body. Add it to the application, so that it
 * runs before routing; scheme and host are determined by the server's `trustProxy`.
 *
 * @throws {OptionError} `OPTION_INVALID`; `https` without `host` too, because the target would be a host that the client sent
 * @see RFC 9110 15.4.9
 */
export function canonicalUrl(given: CanonicalUrlOptions): MiddlewareInterface {
  accepted<unknown>(object, given, 'canonicalUrl');
  const checked = declared(given);
  ensure(
    !checked.https || checked.host.length > 0,
    'canonicalUrl.host',
    given.host,
    `${HOSTS}, beside \`https\``,
  );
  return {
    name: 'canonicalUrl',
    process(request, handler) {
      const target = targetOf(request, checked);
      if (target === null) return handler.handle(request);
      return factoriesOf(request).createResponse(308).withHeader('Location', target);
    },
  };
}

function hostsOf(given: string | readonly string[] | undefined, path: string): readonly string[] {
  if (given === undefined) return [];
  if (typeof given === 'string') return [hostOf(given, path)];
  ensure(Array.isArray(given) && given.length > 0, path, given, HOSTS);
  return given.map((each, at) => hostOf(each, `${path}[${at}]`));
}

function hostOf(given: string, path: string): string {
  const { host, port } = (typeof given === 'string' && parseAuthority(given)) || {};
  const isHost = host !== undefined && port !== 80 && port !== 443;
  ensure(isHost, path, given, 'a host such as "www.example.com", without a scheme or default port');
  return given.toLowerCase();
}

/** @returns `null` if the request has the URL of the page */
function targetOf(request: ServerRequestInterface, { slash, https, host }: Checked): string | null {
  // OPTIONS for the whole server: there is no page to redirect to.
  if (request.getRequestTarget() === '*') return null;
  const path = slash === undefined ? null : otherPath(request, slash);
  const origin = https || host.length > 0 ? otherOrigin(request.getUri(), https, host) : null;
  if (path === null && origin === null) return null;
  const uri = request.getUri();
  const target = uri.getBasePath() + (path ?? uri.getPath());
  return isSafe(target, origin) ? (origin ?? '') + target + queryOf(uri) : null;
}

/** Browsers read the beginning of `//` as a host. */
function isSafe(target: string, origin: string | null): boolean {
  // eslint-disable-next-line eslint-rules/compare-request-path -- a slash has one spelling, and a browser reads what is sent
  return origin === null ? /^\/(?![/\\])/.test(target) : /^(?:\/|$)/.test(target);
}

function queryOf(uri: UriInterface): string {
  const query = uri.getQuery();
  return query === '' ? '' : `?${query}`;
}

/** Returns the path with or without the slash, if that is the one to use. */
function otherPath(
  request: ServerRequestInterface,
  slash: NonNullable<CanonicalUrlOptions['slash']>,
): string | null {
  const sent = receivedPath(request) ?? request.getUri().getPath();
  const isFolder = sent.endsWith('/');
  if (isFolder ? slash === 'always' : slash === 'never' || isFile(sent, slash)) return null;
  const turned = (path: string) => (isFolder ? path.replace(/(?<!\/)\/+$/, '') : `${path}/`);
  const other = turned(sent);
  if (other === '') return null;
  const collector = request.getAttribute(ROUTE_CONTEXT)?.collector;
  const found = (path: string) => {
    const routed = collector?.match(request.getMethod(), path);
    return routed?.outcome === 'found' ? routed : null;
  };
  const target = found(other);
  if (target === null || target.getMetadata(IS_MOUNT) === true) return null;
  if (slash === 'route' && found(sent) !== null) return null;
  return turned(request.getUri().getPath());
}

function isFile(path: string, slash: CanonicalUrlOptions['slash']): boolean {
  if (slash !== 'always') return false;
  const canonical = canonicalPath(path) ?? '';
  return canonical.slice(canonical.lastIndexOf('/')).includes('.');
}

/** Returns scheme and authority, if they are others than those of the request. */
function otherOrigin(uri: UriInterface, https: boolean, hosts: readonly string[]): string | null {
  const scheme = uri.getScheme();
  const wanted = https ? 'https' : scheme;
  const port = uri.getPort();
  const sent = uri.getHost() + (port === null ? '' : `:${port}`);
  const isListed = hosts.includes(sent);
  if (wanted === scheme && isListed) return null;
  return `${wanted}://${isListed ? sent : hosts[0]}`;
}
