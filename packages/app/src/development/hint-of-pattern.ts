import { requestPath } from '../request-path.js';
import type { HttpNotFoundException } from '../exceptions/exceptions-by-status.js';

/**
 * Matches a placeholder of another framework, which is text here: `<id>`, `${id}`, `[id]`, `:id` within a segment, `$id`;
 * `{id:int}` matches that word only; `?` and `#` begin what is not the path.
 */
const PLACEHOLDER =
  /<(?:\w+:)?(\w+)>|\$\{(\w+)\}|(?<=\/)\[(?:\.{3})?(\w+)\](?=\/|$)|(?<=[-./]):(\w+)(?:<\w+>)?|(?<=\/)\$(\w+)|\{(\w+):(?:int(?:eger)?|num(?:ber)?|str(?:ing)?|slug|uuid)\}|(?<=[\w/}])[?#][^{]*(?:\{\w+\}[^{]*)*$/g;

/** Returns the hint for a path that a route would match if its placeholders were written as here. */
export function lineOfPattern({ request, nearRoutes }: HttpNotFoundException): string | null {
  const path = requestPath(request) ?? '';
  for (const { pattern } of nearRoutes?.() ?? []) {
    const own = pattern.replace(PLACEHOLDER, '{$1$2$3$4$5$6}').replace('{}', '');
    const texts = own.split(/\{[^}]*\}/).map((each) => each.replace(/[^\w/-]/g, '\\$&'));
    if (own !== pattern && new RegExp(`^${texts.join('[^/]+')}$`).test(path))
      return `instead of ${pattern}, write ${own}`;
  }
  return null;
}
