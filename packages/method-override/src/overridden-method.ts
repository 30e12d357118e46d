import type { ServerRequestInterface } from '@mortise/http-message';
import { isToken, parseMediaType, trimOws } from '@mortise/http-syntax';

const HEADER = 'X-Http-Method-Override';
const FIELD = '_METHOD';
const FORM = 'application/x-www-form-urlencoded';

/**
 * Returns the method that overrides the method of a POST request.
 *
 * The `X-Http-Method-Override` header takes precedence unless it is empty or `0`. Otherwise, the field `_METHOD` of an
 * `application/x-www-form-urlencoded` body is used. The value is trimmed and converted to upper case. CONNECT, TRACE
 * and values that are not tokens override nothing.
 *
 * @param request the request; a decorator should pass the request that it wraps
 * @param readForm returns the form, or `null` if there is none; called only if the header is absent, empty or `0`. Its
 *   errors are not caught. Default: returns the parsed body.
 * @returns `null` if the method stays the same: it is not POST (in capitals), or the override is absent or invalid
 */
export function overriddenMethod(
  request: Pick<ServerRequestInterface, 'getMethod' | 'getHeaderLine' | 'getParsedBody'>,
  readForm: () => object | null = () => request.getParsedBody(),
): string | null {
  if (request.getMethod() !== 'POST') return null;
  const header = headerOf(request);
  if (saysSomething(header)) return usable(header);
  if (!isForm(request)) return null;
  const field = fieldOf(readForm());
  return saysSomething(field) ? usable(field) : null;
}

/** Whether the form field is used: the request is a POST form, and the header is absent, empty or `0`. */
export function readsForm(
  request: Pick<ServerRequestInterface, 'getMethod' | 'getHeaderLine'>,
): boolean {
  return request.getMethod() === 'POST' && !saysSomething(headerOf(request)) && isForm(request);
}

function isForm(request: Pick<ServerRequestInterface, 'getHeaderLine'>): boolean {
  return parseMediaType(request.getHeaderLine('Content-Type'))?.essence === FORM;
}

function headerOf(request: Pick<ServerRequestInterface, 'getHeaderLine'>): string {
  return trimOws(request.getHeaderLine(HEADER));
}

function saysSomething(name: string): boolean {
  return name !== '' && name !== '0';
}

function usable(name: string): string | null {
  if (!isToken(name)) return null;
  const method = name.toUpperCase();
  return method === 'CONNECT' || method === 'TRACE' ? null : method;
}

/** Returns the field's trimmed text; `''` if it is absent or not a string (`_METHOD[]=PUT`). */
function fieldOf(form: object | null): string {
  if (form === null || !Object.hasOwn(form, FIELD)) return '';
  const value = (form as Readonly<Record<string, unknown>>)[FIELD];
  return typeof value === 'string' ? trimOws(value) : '';
}
