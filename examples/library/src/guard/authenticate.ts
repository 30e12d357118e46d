import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareInterface } from 'mortise';
import { refusal } from './refusal.js';
import { USER, type User } from './user.js';

/** Accepts requests with the name and password of one of `users` (HTTP Basic, RFC 7617). */
export function authenticate(users: readonly User[]): MiddlewareInterface {
  return {
    process(request, handler) {
      const credentials = credentialsOf(request.getServerParams()['HTTP_AUTHORIZATION'] ?? '');
      const user = users.find((known) => sameText(`${known.name}:${known.password}`, credentials));
      if (user === undefined) throw refusal.unauthenticated();
      return handler.handle(request.withAttribute(USER, user));
    },
  };
}

/** `name:password`; `''` if the header contains no credentials. */
function credentialsOf(authorization: string): string {
  const [scheme = '', encoded = ''] = authorization.split(' ', 2);
  return scheme.toLowerCase() === 'basic' ? Buffer.from(encoded, 'base64').toString('utf8') : '';
}

/** Compares in constant time, wherever two texts differ. */
function sameText(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
