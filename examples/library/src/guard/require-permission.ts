import type { MiddlewareInterface } from 'mortise';
import { refusal } from './refusal.js';
import { type Permission, USER } from './user.js';

/** Passes on requests of users who have the permission; must be inside {@link authenticate}. */
export function requirePermission(permission: Permission): MiddlewareInterface {
  return {
    process(request, handler) {
      const user = request.getAttribute(USER);
      if (user === undefined) throw refusal.unauthenticated();
      if (!user.permissions.includes(permission)) throw refusal.forbidden(user.name, permission);
      return handler.handle(request);
    },
  };
}
