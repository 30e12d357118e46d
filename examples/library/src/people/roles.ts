import { httpError, type MetadataKey, type MiddlewareInterface, routeOf } from 'mortise';
import { personOf, type Role } from './person.js';

/** Who may use a route; a route without it is for everybody. */
export const ROLE: MetadataKey<Role> = 'role';

/** Refuses who may not use the matched route: 401 for visitors, 403 for a reader where a librarian is required. */
export const roles: MiddlewareInterface = {
  process(request, handler) {
    const role = routeOf(request)?.getMetadata(ROLE);
    if (role === undefined) return handler.handle(request);
    if (personOf(request).role !== role && role === 'librarian') {
      throw httpError(403, 'Only librarians may do this.', { code: 'ROLE_INSUFFICIENT' });
    }
    return handler.handle(request);
  },
};

/** Options of a route that only people with this role may use. */
export function only(role: Role): { readonly metadata: Readonly<Record<string, Role>> } {
  return { metadata: { [ROLE]: role } };
}
