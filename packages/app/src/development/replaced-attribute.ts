import { quote, warn } from '@mortise/base';
import { ROUTES } from '@mortise/base/keys';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';

/** The names that were warned about, by application. */
const known = new WeakMap<object, Set<string>>();

/**
 * Warns in development, once for each name, that an argument of a route replaces an attribute: a layer can have set it
 * to the user, and the client chooses the argument.
 */
export function noteReplaced(request: ServerRequestInterface, name: string): void {
  if (!isDevelopment(request)) return;
  const owner: object = request.getAttribute(ROUTES)?.collector ?? noteReplaced;
  const names = known.get(owner) ?? new Set();
  if (names.has(name)) return;
  known.set(owner, names.add(name));
  const text = `the argument {${name}} of a route replaces the attribute ${quote(name)} of the request, so the client chooses its value`;
  const detail = `If a layer has set it, for example to the user, rename it: ${quote(`app.${name}`)} is never the name of an argument.`;
  warn(text, { code: 'ATTRIBUTE_REPLACED', detail });
}
