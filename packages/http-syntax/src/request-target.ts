import { type Authority, parseAuthority } from './authority.js';
import { endOfRun } from './char-set.js';
import { PATH } from './percent.js';

/** Matches control characters, a space, DEL and `#`. */
const FORBIDDEN = /[^!"$-~\u0080-\uffff]/;
const ABSOLUTE = /^([A-Za-z][\dA-Za-z+.-]*):\/\/([^/?]*)/;

/** The target of a request line, split but not decoded. A query is `''` if absent. */
export type RequestTarget =
  | { readonly form: 'origin'; readonly path: string; readonly query: string }
  | {
      readonly form: 'absolute';
      /** In lower case. */
      readonly scheme: string;
      readonly authority: Authority;
      /** The path; `'/'` if the target has none (RFC 9110 4.2.3). */
      readonly path: string;
      readonly query: string;
    }
  | { readonly form: 'authority'; readonly authority: Authority }
  | { readonly form: 'asterisk' };

/**
 * Parses one of the four forms of a request target that the method allows: only CONNECT has the
 * authority form, with a port; only OPTIONS has the asterisk form.
 *
 * @param method as sent, case-sensitive
 * @returns null for a malformed target: `''`, one with a space, control character or `#`, a relative
 *   path, user info in the authority, or a form that the method does not allow
 * @see RFC 9112 3.2
 */
export function parseRequestTarget(method: string, target: string): RequestTarget | null {
  const isPath = target.startsWith('/') && method !== 'CONNECT';
  // Most targets have no query, and no character that must be rejected or escaped.
  if (isPath && endOfRun(PATH, target, 1) === target.length) {
    return { form: 'origin', path: target, query: '' };
  }
  if (FORBIDDEN.test(target)) return null;
  if (method === 'CONNECT') return authorityForm(target);
  if (isPath) return originForm(target);
  if (target === '*') return method === 'OPTIONS' ? { form: 'asterisk' } : null;
  return absoluteForm(target);
}

/** Does not spread the result of `splitQuery`, because every request runs this code. */
function originForm(target: string): RequestTarget {
  const { path, query } = splitQuery(target);
  return { form: 'origin', path, query };
}

function authorityForm(target: string): RequestTarget | null {
  const authority = parseAuthority(target);
  return authority === null || authority.port === null ? null : { form: 'authority', authority };
}

function absoluteForm(target: string): RequestTarget | null {
  const [prefix = '', scheme = '', host = ''] = ABSOLUTE.exec(target) ?? [];
  const authority = parseAuthority(host);
  if (authority === null) return null;
  const { path, query } = splitQuery(target.slice(prefix.length));
  return {
    form: 'absolute',
    scheme: scheme.toLowerCase(),
    authority,
    path: path === '' ? '/' : path,
    query,
  };
}

function splitQuery(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  if (mark === -1) return { path: target, query: '' };
  return { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
