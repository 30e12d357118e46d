import { quote } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { AppError } from './app-error.js';

/** The error for `app.use`, which other frameworks have. */
export function noUse(): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    'there is no app.use: write app.add(middleware), with (request, handler) => handler.handle(request); for middleware of Express app.add(fromConnect(middleware)); for an application or a router below a path app.mount(path, handler)',
  );
}

/** The error for `add` on what the callback of a group gets. */
export function noAddInGroup(): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    'there is no add inside of a group: write app.group(prefix, (group) => { ... }).add(middleware), or app.group(prefix, register, { layers: [middleware] })',
  );
}

/** @param member of the response, such as `statusCode` */
export function statusAssigned(
  place: string,
  member: string,
  response: ResponseInterface,
): AppError {
  const value: unknown = Reflect.get(response, member);
  return new AppError(
    'RESPONSE_INVALID',
    `${place} assigned ${quote(value)} to response.${member}, which changes nothing: responses are immutable; write return response.withStatus(${typeof value === 'number' ? value : 404})`,
    value,
  );
}
