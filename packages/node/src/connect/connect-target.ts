import { quote } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath, pathBelow, resolvedPath } from '@mortise/http-syntax';
import type { IncomingMessage } from 'node:http';
import { NodeAdapterError } from '../node-adapter-error.js';
import { splitTarget } from '../request/split-target.js';

/** A Node request, with the members that Connect and Express add. */
export interface ConnectMessage extends IncomingMessage {
  /** The path that was removed from `url`, from which applications of Express build links. */
  baseUrl?: string;
  /** The target as received, even while `url` omits the path of a mount. */
  originalUrl?: string;
}

/** A target, split into the part before the handler's path and the rest. */
export interface DividedTarget {
  /** The part that is removed; `''` if there isn't one. */
  readonly before: string;
  /** The end of `before` that is part of the path within the application. */
  readonly mount: string;
  /** What the handler sees; begins with `/` if something was removed. */
  readonly url: string;
}

/**
 * Splits a target after the application's path and the mount's, however they are percent-encoded.
 *
 * @param basePath the path of the application, as `getBasePath` returns it
 * @param mount the mount's path within the application, in the same form
 * @param routesBelow the base path of the application's routes, `createApp({ basePath })`, in the same form
 * @returns `null` for a target outside the mount. So that it cannot bypass a guard, a target is returned whole if its
 *   path has no canonical form, has a segment `..`, or is below the mount for a reader that decodes or merges slashes,
 *   ignores case, or leaves out `routesBelow`
 */
export function divideTarget(
  target: string,
  basePath: string,
  mount: string,
  routesBelow: string,
): DividedTarget | null {
  const { origin, path } = splitTarget(target);
  const within = basePath === '' ? path : (pathBelow(path, basePath) ?? path);
  const below = mount === '' ? within : pathBelow(within, mount);
  if (below === null && !canBypass(within, mount, routesBelow)) return null;
  const rest = below ?? within;
  if (rest === path) return { before: '', mount: '', url: target };
  const at = origin.length + path.length - rest.length;
  const url = target.slice(at);
  return {
    before: target.slice(0, at),
    mount: within.slice(0, within.length - rest.length),
    url: url.startsWith('/') ? url : `/${url}`,
  };
}

/** Whether a path is below a mount for a reader that resolves paths differently. */
function canBypass(path: string, mount: string, routesBelow: string): boolean {
  const canonical = canonicalPath(path);
  const resolved = canonical === null ? null : resolvedPath(canonical);
  if (resolved === null) return true;
  const rest = routesBelow === '' ? null : pathBelow(resolved, routesBelow);
  const lower = mount.toLowerCase();
  return [resolved, rest ?? resolved].some((one) => pathBelow(one.toLowerCase(), lower) !== null);
}

/** The base path of the application; `''` if the URI is malformed, because the application responds to that. */
export function basePathOf(request: ServerRequestInterface): string {
  try {
    return request.getUri().getBasePath();
  } catch {
    return '';
  }
}

/** The target and method of a Node request while a Connect-style handler has it. */
export class ConnectTarget {
  readonly #message: ConnectMessage;
  readonly #request: ServerRequestInterface;
  readonly #divided: DividedTarget;
  readonly #before: object;

  constructor(message: ConnectMessage, request: ServerRequestInterface, divided: DividedTarget) {
    this.#message = message;
    this.#request = request;
    this.#divided = divided;
    const { baseUrl, url, method } = message;
    this.#before = { baseUrl, url, method };
    message.originalUrl ??= url as string;
    message.url = divided.url;
    if (divided.before !== '') message.baseUrl = splitTarget(divided.before).path;
    message.method = request.getMethod();
  }

  /**
   * Restores the target and method that the message had before.
   *
   * @returns the request, with the target and method that the handler set, if it changed them
   * @throws {NodeAdapterError} `TARGET_INVALID` if the handler has set a URL that is not a path: layers and routes would
   *   see another path than Express does
   */
  leave(): ServerRequestInterface {
    const message = this.#message;
    const { url: given } = this.#divided;
    const { url = given, method = '' } = message;
    this.restore();
    let request = this.#request;
    if (method !== request.getMethod()) request = request.withMethod(method);
    if (url !== given && (typeof url !== 'string' || !url.startsWith('/'))) throw notAPath(url);
    return url === given ? request : withUrl(request, this.#divided, url);
  }

  restore(): void {
    Object.assign(this.#message, this.#before);
  }
}

function notAPath(url: unknown): NodeAdapterError {
  const text = `req.url was set to ${quote(url)}; expected a path that begins with "/"`;
  return new NodeAdapterError('TARGET_INVALID', text, 500);
}

function withUrl(
  request: ServerRequestInterface,
  { before, mount }: DividedTarget,
  url: string,
): ServerRequestInterface {
  const [path = ''] = url.split('?', 1);
  const uri = request
    .getUri()
    .withPath(mount + path)
    .withQuery(url.slice(path.length + 1));
  return request.withUri(uri, true).withRequestTarget(before + url);
}
