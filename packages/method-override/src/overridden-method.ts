import type { ServerRequestInterface } from '@mortise/http-message';
import { isToken, parseMediaType, trimOws } from '@mortise/http-syntax';

const HEADER = 'X-Http-Method-Override';
const FIELD = '_METHOD';
const FORM = 'application/x-www-form-urlencoded';

/**
 * Returns the method that overrides that of a POST request.
 *
 * The `X-Http-Method-Override` header takes precedence if it is not empty; otherwise the field `_METHOD`
 * of a body whose media type is `application/x-www-form-urlencoded` is read. The value is trimmed and
 * upper-cased; `''` and `0` are ignored; CONNECT, TRACE and values that are not tokens override nothing.
 *
 * @param request a decorated one passes the request inside it
 * @param readForm returns the form, or null if there is none; called only if the header does not decide.
 *   Default: the parsed body.
 * @returns null if the method stays: it is not POST (in capitals), or there is no valid name. Errors of `readForm`
 *   are not caught.
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

/** Whether the field of the form decides: the request is a POST form, and the header says nothing. */
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

/** The field's text, trimmed; `''` if it is absent or not text (`_METHOD[]=PUT`). */
function fieldOf(form: object | null): string {
  if (form === null || !Object.hasOwn(form, FIELD)) return '';
  const value = (form as Readonly<Record<string, unknown>>)[FIELD];
  return typeof value === 'string' ? trimOws(value) : '';
}
