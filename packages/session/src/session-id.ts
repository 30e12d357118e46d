import { type RandomBytes, toBase64url } from '@mortise/base';
import type { Awaitable } from '@mortise/http-message';
import { sha256 } from './sha256.js';

const SHAPE = /^[\w-]{32}$/;
const ID_BYTES = 24;

/** Creates a value for the cookie: 192 random bits as base64url. @param random the source of the bytes */
export function newToken(random: RandomBytes): string {
  return toBase64url(random(ID_BYTES));
}

/** Whether a cookie's value has the form of a token. Other values are never passed to the store. */
export function isSessionToken(value: string | undefined): value is string {
  return value !== undefined && SHAPE.test(value);
}

/**
 * Returns the id under which a session is stored: the SHA-256 of the cookie's token, as base64url. An attacker who can
 * read the store cannot derive the cookie from it.
 *
 * @returns a promise only on platforms without `node:crypto`
 */
export function idOf(token: string): Awaitable<string> {
  return sha256(token);
}
