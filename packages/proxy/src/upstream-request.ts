import { headerVariable, ignoreRejection, isThenable } from '@mortise/base';
import { ensure, OptionError } from '@mortise/base/options';
import type { ServerRequestInterface } from '@mortise/http-message';
import { endToEndFields } from './hop-by-hop.js';
import { forwardedFields, isClaim } from './forwarded-fields.js';
import { comparablePathOf, receivedPathOf, refuseDotSegments } from './forwarded-path.js';
import { maxForwards } from './max-forwards.js';
import { ProxyError } from './proxy-error.js';
import type { ResolvedProxyOptions } from './proxy-options.js';

/** A path of a request line. */
const SENDABLE = /^\/[^\s?#]*$/;
/** What is not encoded as RFC 3986 3.3 requires. */
const UNENCODED = /%(?![\dA-Fa-f]{2}).{0,2}|[^\w\-.~!$&'()*+,;=:@%/]/gs;
const AN_ENCODED_PATH = 'an encoded path without a query, such as "/books"';

/** @param received the path of the client: what it has not encoded passes */
function isSendable(path: unknown, received: string): boolean {
  if (path === '') return true;
  if (typeof path !== 'string' || !SENDABLE.test(path)) return false;
  return (path.match(UNENCODED) ?? []).every((part) => received.includes(part));
}

/**
 * Returns the path and query for the target.
 *
 * @throws {ProxyError} `PROXY_PATH_INVALID`
 * @throws {OptionError} `OPTION_INVALID` if `rewrite` returned something other than a path
 */
export function upstreamPath(
  request: ServerRequestInterface,
  { prefix, rewrite }: Pick<ResolvedProxyOptions, 'prefix' | 'rewrite'>,
): string {
  const { path, query } = receivedPathOf(request.getRequestTarget());
  if (rewrite === undefined) return prefix + path + query;
  const rewritten = rewrite(comparablePathOf(path), request);
  ensure(isSendable(rewritten, path), 'proxy.rewrite', rewritten, AN_ENCODED_PATH);
  const sent = rewritten === '' ? '/' : rewritten;
  if (sent !== path) refuseDotSegments(sent);
  return prefix + sent + query;
}

/** Headers that the proxy writes itself: `Host` is that of the target. */
function isOwn(name: string): boolean {
  return name === 'host' || name === 'content-length' || isClaim(name);
}

/**
 * Returns the headers of the request to the target, alternating names and values, without `Host` and those that frame the
 * body.
 *
 * @throws {ProxyError} `PROXY_LOOP` if the request has passed this proxy before
 * @throws {OptionError} `OPTION_INVALID` if `headers` returned something other than headers to set
 */
export function upstreamFields(
  request: ServerRequestInterface,
  { forwarded, headers, pseudonym }: ResolvedProxyOptions,
): string[] {
  if (request.getHeaderLine('Via').includes(pseudonym)) {
    throw new ProxyError(
      'PROXY_LOOP',
      'forwarding loop: this proxy has already forwarded the request',
    );
  }
  const set = headers === undefined ? {} : checkedFields(headers(request));
  const replaced = new Set(Object.keys(set).map(headerVariable));
  const forwards = maxForwards(request);
  const fields = endToEndFields(request.getRawHeaders(), (name) => {
    return isOwn(name) || replaced.has(name) || (forwards !== null && name === 'max-forwards');
  });
  const own = forwardedFields(request, forwarded);
  if (forwards !== null) own.push('Max-Forwards', String(forwards - 1));
  for (let at = 0; at < own.length; at += 2) {
    const name = own[at] as string;
    if (!replaced.has(headerVariable(name))) fields.push(name, own[at + 1] as string);
  }
  for (const [name, value] of Object.entries(set)) if (value !== null) fields.push(name, value);
  fields.push('Via', `${request.getProtocolVersion()} ${pseudonym}`);
  return fields;
}

type SetFields = Readonly<Record<string, string | null>>;

const FRAMING = /^(?:content-length|transfer-encoding)$/i;
const CHAIN = /^via$/i;
const OF_CONNECTION = /^(?:connection|expect|keep-alive|te|upgrade)$/i;
/** RFC 9110 5.1 and 5.5. */
const NAME = /^[\w!#$%&'*+\-.^`|~]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const WIDE = /[^\0-\xff]/u;
const AN_OBJECT =
  'a plain object of headers, such as { "X-User": "7" }, not a promise, Headers or a Map; {} for none';

function checkedFields(given: SetFields): SetFields {
  if (isThenable(given)) ignoreRejection(given);
  ensure(isPlainObject(given), 'proxy.headers', given, AN_OBJECT);
  for (const [name, value] of Object.entries(given)) {
    const path = `proxy.headers.${name}`;
    const isText = (value as unknown) === null || typeof value === 'string';
    ensure(isText, path, value, 'a string, or null to remove the header');
    ensure(!FRAMING.test(name), path, value, 'no header that frames the body');
    // Proxies that drop each other's entries would forward to each other without end (RFC 9110 7.6.3).
    ensure(!CHAIN.test(name), path, value, 'no Via: each proxy adds its own entry');
    if (value === null) continue;
    ensure(!OF_CONNECTION.test(name), path, value, 'no header for the connection to the target');
    ensure(NAME.test(name), path, name, 'a name of letters, digits and hyphens');
    checkValue(path, value);
  }
  return given;
}

/** The value can be a secret, such as a token with the line break of its file. */
function checkValue(path: string, value: string): void {
  const size = `${value.length} characters`;
  const [wide] = WIDE.exec(value) ?? [];
  if (wide !== undefined) {
    const code = wide.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    const place = `U+${code} at index ${value.indexOf(wide)}`;
    const expected = `no character above U+00FF, such as ${place}: write encodeURIComponent(value)`;
    throw new OptionError(path, size, expected);
  }
  const expected = 'a value without line breaks and other control characters';
  ensure(VALUE.test(value), path, size, expected);
}

/** Others, such as `Headers`, have no headers among their own members: those of the client would not be replaced. */
function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
