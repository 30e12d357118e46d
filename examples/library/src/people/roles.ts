import { httpError, type MetadataKey, type MiddlewareInterface, routeOf } from 'mortise';
import { PERSON, type Person, type Role } from './person.js';
import { signInFirst } from './sign-in-first.js';

/** Who may use a route; a route without it is for everybody. */
export const ROLE: MetadataKey<Role> = 'role';

/** Refuses who may not use the matched route: visitors sign in first, and a reader where a librarian is required is a 403. */
export const roles: MiddlewareInterface = {
  name: 'roles',
  process(request, handler) {
    const role = routeOf(request)?.getMetadata(ROLE);
    if (role === undefined) return handler.handle(request);
    const person = request.getAttribute(PERSON);
    if (person === undefined) return signInFirst(request);
    requireRole(person, role);
    return handler.handle(request);
  },
};

/** @throws {HttpError} 403 `ROLE_INSUFFICIENT` for a reader where a librarian is required */
export function requireRole(person: Person, role: Role): void {
  if (person.role === 'librarian' || role === 'reader') return;
  throw httpError(403, 'Only librarians can do this.', { code: 'ROLE_INSUFFICIENT' });
}

/** Options of a route that only people with this role may use. */
export function only(role: Role): { readonly metadata: Readonly<Record<string, Role>> } {
  return { metadata: { [ROLE]: role } };
}
