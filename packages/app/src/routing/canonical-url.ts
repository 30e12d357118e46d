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

/** Options of {@link canonicalUrl}. */
export interface CanonicalUrlOptions {
  /**
   * The trailing slash of a path. `'never'` redirects `/books/` to `/books`. `'always'` redirects `/books` to
   * `/books/`, but not a path whose last segment contains a dot. `'route'` redirects either way, but only if the path
   * as sent has no route. The target must have a route for the method, with or without placeholders. Paths below a
   * mount are left to the mounted handler. Default: no redirect.
   */
  readonly slash?: 'always' | 'never' | 'route' | undefined;

  /**
   * Whether `http:` is redirected to `https:`; requires `host`, so that a client cannot choose the target. Default
   * `false`.
   */
  readonly https?: boolean | undefined;

  /**
   * The hosts to serve, with a port unless it is the scheme's default. Requests to other hosts are redirected to the
   * first. Default: any.
   */
  readonly host?: string | readonly string[] | undefined;
}

const HOSTS = 'a host, or a list of hosts, such as "www.example.com"';
const declared = options<CanonicalUrlOptions>()('canonicalUrl', {
  slash: optional(choice('always', 'never', 'route')),
  https: or(boolean, false),
  host: nested(hostsOf),
});
type Checked = ReturnType<typeof declared>;

/**
 * Redirects requests to a page's canonical URL with 308, which keeps method and body. Add it to the application, so
 * that it runs before routing. Behind a proxy, set the server's `trustProxy`, which determines scheme and host.
 *
 * @throws {OptionError} `OPTION_INVALID` for an invalid option, or `https` without `host`: the client would then choose
 *   the host of the target
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

/** @returns `null` if the request already has the canonical URL */
function targetOf(request: ServerRequestInterface, { slash, https, host }: Checked): string | null {
  // `OPTIONS *` applies to the whole server: there is no page to redirect to.
  if (request.getRequestTarget() === '*') return null;
  const path = slash === undefined ? null : otherPath(request, slash);
  const origin = https || host.length > 0 ? otherOrigin(request.getUri(), https, host) : null;
  if (path === null && origin === null) return null;
  const uri = request.getUri();
  const target = uri.getBasePath() + (path ?? uri.getPath());
  return isSafe(target, origin) ? (origin ?? '') + target + queryOf(uri) : null;
}

/** Whether a target stays on its host: browsers read what follows `//` as a host. */
function isSafe(target: string, origin: string | null): boolean {
  // eslint-disable-next-line eslint-rules/compare-request-path -- a slash has one encoding, and a browser reads what is sent
  return origin === null ? /^\/(?![/\\])/.test(target) : /^(?:\/|$)/.test(target);
}

function queryOf(uri: UriInterface): string {
  const query = uri.getQuery();
  return query === '' ? '' : `?${query}`;
}

/** Returns the path with its slash added or removed, if that is the canonical one; otherwise `null`. */
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

/** Returns the canonical scheme and authority, if they differ from those of the request; otherwise `null`. */
function otherOrigin(uri: UriInterface, https: boolean, hosts: readonly string[]): string | null {
  const scheme = uri.getScheme();
  const wanted = https ? 'https' : scheme;
  const port = uri.getPort();
  const sent = uri.getHost() + (port === null ? '' : `:${port}`);
  const isListed = hosts.includes(sent);
  if (wanted === scheme && isListed) return null;
  return `${wanted}://${isListed ? sent : hosts[0]}`;
}
