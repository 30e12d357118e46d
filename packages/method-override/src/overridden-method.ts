import type { ServerRequestInterface } from '@mortise/http-message';
import { isToken, parseMediaType, trimOws } from '@mortise/http-syntax';

const HEADER = 'X-Http-Method-Override';
const FIELD = '_METHOD';
const FORM = 'application/x-www-form-urlencoded';

/** The part of a request that decides; a decorated request passes the one it decorates. */
export type OverridableRequest = Pick<
  ServerRequestInterface,
  'getMethod' | 'getHeaderLine' | 'getParsedBody'
>;

/**
 * The method that a POST request names instead of its own.
 *
 * The header `X-Http-Method-Override` decides whenever it says anything; else the field `_METHOD`
 * does, of a body whose media type is `application/x-www-form-urlencoded`. The value is trimmed and
 * upper-cased; `''` and `0` say nothing; CONNECT, TRACE and values that are not tokens override nothing.
 *
 * @param readForm gives the form, or null when there is none; called only when the field decides.
 *   Default: the parsed body.
 * @returns null when the method stays: no POST (in capitals), or no usable name. Whatever `readForm`
 *   throws passes through.
 */
export function overriddenMethod(
  request: OverridableRequest,
  readForm: () => object | null = () => request.getParsedBody(),
): string | null {
  if (request.getMethod() !== 'POST') return null;
  const header = trimOws(request.getHeaderLine(HEADER));
  if (saysSomething(header)) return usable(header);
  if (parseMediaType(request.getHeaderLine('Content-Type'))?.essence !== FORM) return null;
  const field = fieldOf(readForm());
  return saysSomething(field) ? usable(field) : null;
}

function saysSomething(name: string): boolean {
  return name !== '' && name !== '0';
}

function usable(name: string): string | null {
  if (!isToken(name)) return null;
  const method = name.toUpperCase();
  return method === 'CONNECT' || method === 'TRACE' ? null : method;
}

/** The field's text, trimmed; `''` when it is absent or no text (`_METHOD[]=PUT`). */
function fieldOf(form: object | null): string {
  if (form === null || !Object.hasOwn(form, FIELD)) return '';
  const value = (form as Readonly<Record<string, unknown>>)[FIELD];
  return typeof value === 'string' ? trimOws(value) : '';
}
