import { statusOf } from '@mortise/base';
import { clock, integer, nested, options, or, randomSource } from '@mortise/base/options';
import { checkKeyRing, decryptValue, encryptValue, type KeyRing } from '@mortise/cookies';
import type { Awaitable, MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { markErrorCookie, withSessionCookie, withSessionMarks } from './cache-headers.js';
import { LostChanges } from './lost-changes.js';
import { applied, type SessionData } from './operations.js';
import { RecordedSession } from './recorded-session.js';
import { CookieWriter } from './cookie-writer.js';
import { sessionCookie } from './session-cookie-options.js';
import { newToken } from './session-id.js';
import { SESSION } from './session-interface.js';
import type { SessionOptions } from './session-options.js';
import { nestedWarning } from './session-place.js';
import {
  ABSOLUTE_TTL,
  dataOf,
  IDLE_TTL,
  readRecord,
  type SessionRecord,
  tooLarge,
} from './session-record.js';

/** Options of {@link cookieSession}. */
export interface CookieSessionOptions
  extends Pick<SessionOptions, 'cookie' | 'idleTtl' | 'absoluteTtl' | 'now' | 'random'> {
  /** Encryption keys, a key ring from `@mortise/cookies`: the newest first, each at least 32 bytes long. */
  readonly keys: KeyRing;
}

/** The decrypted cookie: a session, and when it ends unless another request arrives. */
interface Sealed {
  readonly id: string;
  readonly idleUntil: number;
  readonly record: SessionRecord;
}

/** Maximum bytes of the cookie's name and value together. */
const MAX_BYTES = 4_093;

const declared = options<CookieSessionOptions>()('cookieSession', {
  keys: nested(checkKeyRing),
  cookie: nested(sessionCookie),
  idleTtl: or(integer(1, undefined, 'milliseconds'), IDLE_TTL),
  absoluteTtl: or(integer(1, undefined, 'milliseconds'), ABSOLUTE_TTL),
  now: clock,
  random: randomSource,
});

/**
 * Returns middleware that gives each request a {@link SESSION} kept in an encrypted cookie instead of a store.
 *
 * **The server cannot end such a session**: `destroy` deletes the cookie, but a copy of it stays valid until it
 * expires. If requests run concurrently, the response that arrives last wins.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value, such as a key shorter than 32 bytes
 */
export function cookieSession(given: CookieSessionOptions): MiddlewareInterface {
  const { cookie, ...kept } = declared(given);
  const rules = { ...kept, cookie: new CookieWriter(cookie, kept.absoluteTtl, kept.idleTtl) };
  const { name } = rules.cookie;
  const place = { cookie: name, store: rules.keys.join(), prefix: '' };
  const warnNested = nestedWarning(place);
  const lostOf = LostChanges.noting();
  return {
    name: 'cookieSession',
    process: async (request, handler) => {
      const outer = RecordedSession.openPlace(request, name);
      if (outer !== null) {
        warnNested(outer, request);
        return handler.handle(request);
      }
      const loaded = await load(request, rules);
      const read = () => dataOf(loaded?.record ?? null);
      const current = new RecordedSession(
        loaded?.id ?? null,
        read,
        null,
        place,
        lostOf(request),
        request,
        loaded?.record.until ?? null,
      );
      const cookieAfter = (status: number) => cookieOf(status, request, current, loaded, rules);
      const response = await failing(
        () => handler.handle(request.withAttribute(SESSION, current)),
        async (error) => {
          markErrorCookie(request, name, await cookieAfter(statusOf(error) ?? 500));
        },
      );
      current.reportLost(request);
      current.respond(response);
      const written = await cookieAfter(response.getStatusCode());
      if (written !== null) return withSessionCookie(request, response, written);
      return current.used ? withSessionMarks(request, response, null) : response;
    },
  };
}

/** Does `work`; if it fails, calls `passing` before the error is passed on. */
async function failing<T>(
  work: () => Awaitable<T>,
  passing: (error: unknown) => Promise<void>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await passing(error);
    throw error;
  }
}

interface CookieSessionRules {
  readonly keys: KeyRing;
  readonly cookie: CookieWriter;
  readonly idleTtl: number;
  readonly absoluteTtl: number;
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

/** @returns `null` if the cookie is absent or invalid, or the session has ended */
async function load(
  request: ServerRequestInterface,
  { keys, cookie, now }: CookieSessionRules,
): Promise<Sealed | null> {
  const given = cookie.read(request);
  const text = given === undefined ? null : await decryptValue(keys, cookie.name, given);
  if (text === null) return null;
  const { id, idleUntil } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof idleUntil !== 'number' || idleUntil <= now()) return null;
  const record = readRecord(text, now());
  return record && { id, idleUntil, record };
}

/** The cookie for a response with this status: a server error takes precedence over `SESSION_TOO_LARGE`. */
function cookieOf(status: number, ...visit: Parameters<typeof commit>): Promise<string | null> {
  const cookie = commit(...visit);
  return status >= 500 ? cookie.catch(() => null) : cookie;
}

/**
 * Closes the session to changes.
 *
 * @returns the cookie to set; `null` for none
 */
async function commit(
  request: ServerRequestInterface,
  current: RecordedSession,
  loaded: Sealed | null,
  rules: CookieSessionRules,
): Promise<string | null> {
  const { changed } = current;
  const { mode, before, after } = current.commit();
  if (!changed && !isDue(loaded, rules)) return null;
  const base = mode === 'end' ? null : loaded;
  const data = applied(dataOf(base && base.record), before, after);
  if (mode === 'end' && isEmpty(data)) {
    // Delete even a cookie that cannot be decrypted here: a process with other keys could still read it.
    return rules.cookie.read(request) === undefined ? null : rules.cookie.write(request, null);
  }
  const id = base !== null && mode === 'keep' ? base.id : newToken(rules.random);
  current.stored(id);
  const until = base?.record.until ?? rules.now() + rules.absoluteTtl;
  return rules.cookie.write(request, await seal(id, until, data, rules));
}

function isEmpty(data: SessionData): boolean {
  return Object.keys(data).length === 0;
}

/** Whether a tenth of `idleTtl` has passed since the cookie was created. */
function isDue(loaded: Sealed | null, { now, idleTtl }: CookieSessionRules): boolean {
  return loaded !== null && now() >= loaded.idleUntil - idleTtl * 0.9;
}

/** @returns the value of the cookie */
async function seal(
  id: string,
  until: number,
  data: SessionData,
  { keys, cookie, idleTtl, now }: CookieSessionRules,
): Promise<string> {
  const text = JSON.stringify({ id, idleUntil: now() + idleTtl, until, data });
  const sealed = await encryptValue(keys, cookie.name, text);
  const bytes = cookie.name.length + sealed.length;
  if (bytes > MAX_BYTES) throw tooLarge(bytes, MAX_BYTES);
  return sealed;
}
