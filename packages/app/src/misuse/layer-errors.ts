import { quote } from '@mortise/base';
import { AppError } from '../app-error.js';
import { LINES } from './variant-lines.js';

/** The error for `app.use` and `group.use`, which other frameworks have. */
export function noUse(isGroup: boolean, { middleware } = LINES): AppError {
  const [place, call] = isGroup
    ? ['group', 'app.group(prefix, (group) => { ... }).add']
    : ['app', 'app.add'];
  return new AppError(
    'MIDDLEWARE_INVALID',
    `there is no ${place}.use: write ${call}(${middleware}); for Express middleware, ${call}(fromConnect(middleware)); for an application or a router under a path, ${place}.mount(path, handler)`,
  );
}

/** The error for `add` on the argument of a group's callback. */
export function noAddInGroup(): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    'there is no group.add: write app.group(prefix, (group) => { ... }).add(middleware), or app.group(prefix, register, { layers: [middleware] })',
  );
}

/**
 * The error for middleware of Express or Slim 3: it would call its third argument, which is `undefined`, on each
 * request.
 */
export function connectMiddleware(value: (...args: never) => unknown): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    `invalid middleware: received a function with ${value.length} parameters; expected (request, handler) => handler.handle(request); for Express middleware, write app.add(fromConnect(middleware))`,
    value,
  );
}

/** The error for `handler.handle()` or `handler.handle(context)`. */
export function notRequest(value: unknown): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    `handler.handle received ${quote(value)} instead of the request: write handler.handle(request)`,
    value,
  );
}

/** The error for a member that middleware assigned to a request. Its hint says what to write. */
export function requestAssigned(place: string, member: string): AppError {
  const message = `${place} assigned request.${member}, which is lost when the request is copied`;
  return new AppError('MIDDLEWARE_INVALID', message);
}
