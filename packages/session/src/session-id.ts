import { type RandomBytes, toBase64url } from '@mortise/base';
import type { Awaitable } from '@mortise/http-message';
import { sha256 } from './sha256.js';

const SHAPE = /^[\w-]{32}$/;
const ID_BYTES = 24;

/** A new value for the cookie: 192 random bits as base64url. @param random the source of the bytes */
export function newToken(random: RandomBytes): string {
  return toBase64url(random(ID_BYTES));
}

/** Whether a value of a cookie has the form of a token: others are never passed to the store. */
export function isSessionToken(value: string | undefined): value is string {
  return value !== undefined && SHAPE.test(value);
}

/**
 * The id under which a session is stored: SHA-256 of the token in the cookie, as base64url. A reader of the store
 * cannot create a cookie from it.
 *
 * @returns a promise only where the platform has nothing else
 */
export function idOf(token: string): Awaitable<string> {
  return sha256(token);
}
