import { quote, warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { Violation } from '../input-error.js';

/** A pointer to a member: the name of an argument needs no escapes. */
const MEMBER = /^#\/(\w+)$/;

/**
 * Creates a function that warns once, in development, if the schema of the arguments refuses one that the path does not
 * have: the client is told that its request is invalid, but the pattern of the route has another name.
 */
export function argumentWarning(): (
  request: ServerRequestInterface,
  args: Readonly<Record<string, string | undefined>>,
  violations: readonly Violation[],
) => void {
  const warnNow = warnOnce('ARGUMENT_MISMATCH');
  return (request, args, violations) => {
    const missing = violations
      .flatMap(({ in: place, pointer }) =>
        place === 'path' ? (MEMBER.exec(pointer)?.[1] ?? []) : [],
      )
      .find((name) => args[name] === undefined);
    if (missing === undefined || !isDevelopment(request)) return;
    const names = Object.keys(args).map((name) => quote(name));
    warnNow(
      `the schema of args requires ${quote(missing)}, but the arguments of the path are ${names.join(', ') || 'empty'}`,
      'Use the same names in the pattern of the route and in args; make an optional argument optional in the schema.',
    );
  };
}
