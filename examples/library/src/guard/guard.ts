import type { MiddlewareInterface } from 'mortise';
import { authenticate } from './authenticate.js';
import { requirePermission } from './require-permission.js';
import { sameOrigin } from './same-origin.js';
import type { Permission, User } from './user.js';

/** The layers around a change, innermost first: `add` them in this order. */
export function guard(
  users: readonly User[],
  permission: Permission,
): readonly MiddlewareInterface[] {
  return [requirePermission(permission), authenticate(users), sameOrigin];
}
