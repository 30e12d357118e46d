import { isThenable, statusOf } from '@mortise/base';
import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { markErrorCookie, withSessionCookie, withSessionMarks } from './cache-headers.js';
import { LostChanges } from './lost-changes.js';
import type { SessionChanges } from './operations.js';
import { RecordedSession } from './recorded-session.js';
import { CookieWriter } from './cookie-writer.js';
import { idOf, isSessionToken } from './session-id.js';
import { SESSION } from './session-interface.js';
import { nestedWarning, type SessionPlace } from './session-place.js';
import { declaredSession, type SessionOptions } from './session-options.js';
import { dataOf } from './session-record.js';
import { type SessionEvent, StoreAlarm } from './store-alarm.js';
import { type LoadedSession, SessionKeeper } from './stored-session.js';
import { TouchTimes } from './touch-times.js';

/**
 * Returns middleware that gives each request a {@link SESSION} kept in a store. A request that has no session and
 * stores nothing causes no store call, promise or cookie.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function session(given: SessionOptions): MiddlewareInterface {
  const { cookie, whenDown, onEvent, ...kept } = declaredSession(given);
  const { idleTtl, now } = kept;
  const keeper = new SessionKeeper(kept);
  const writer = new CookieWriter(cookie, kept.absoluteTtl, idleTtl);
  const times = new TouchTimes(idleTtl / 10, now);
  const place = { cookie: writer.name, store: kept.store, prefix: kept.prefix };
  return new SessionMiddleware(keeper, writer, times, new StoreAlarm(onEvent, now), place, {
    passWhenDown: whenDown === 'pass',
    onEvent,
  });
}

interface Down {
  readonly error: unknown;
}

/** A request with its session. */
interface Visit {
  readonly request: ServerRequestInterface;
  readonly current: RecordedSession;
  readonly loaded: LoadedSession | null;
  readonly down: Down | null;
}

class SessionMiddleware implements MiddlewareInterface {
  readonly name = 'session';
  readonly #keeper: SessionKeeper;
  readonly #cookie: CookieWriter;
  readonly #place: SessionPlace;
  readonly #warnNested: ReturnType<typeof nestedWarning>;
  readonly #times: TouchTimes;
  readonly #alarm: StoreAlarm;
  readonly #lostOf = LostChanges.noting();
  readonly #rules: { passWhenDown: boolean; onEvent: (event: SessionEvent) => void };

  constructor(
    keeper: SessionKeeper,
    cookie: CookieWriter,
    times: TouchTimes,
    alarm: StoreAlarm,
    place: SessionPlace,
    rules: { passWhenDown: boolean; onEvent: (event: SessionEvent) => void },
  ) {
    this.#place = place;
    this.#warnNested = nestedWarning(place);
    this.#keeper = keeper;
    this.#cookie = cookie;
    this.#times = times;
    this.#alarm = alarm;
    this.#rules = rules;
  }

  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface> {
    const outer = RecordedSession.openPlace(request, this.#cookie.name);
    if (outer !== null) {
      this.#warnNested(outer, request);
      return handler.handle(request);
    }
    const token = this.#cookie.read(request);
    if (!isSessionToken(token)) return this.#run(request, handler, null, null);
    return this.#withLoaded(request, handler, token);
  }

  async #withLoaded(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
    token: string,
  ): Promise<ResponseInterface> {
    let loaded: LoadedSession | null;
    try {
      const id = idOf(token);
      loaded = await this.#keeper.load(isThenable(id) ? await id : id);
    } catch (error) {
      this.#alarm.ring(request, error);
      return this.#run(request, handler, null, { error });
    }
    return this.#run(request, handler, loaded, null);
  }

  /** @param down set if the session could not be loaded; then changes cannot be stored either */
  #run(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
    loaded: LoadedSession | null,
    down: Down | null,
  ): Awaitable<ResponseInterface> {
    const current = new RecordedSession(
      loaded?.id ?? null,
      () => dataOf(loaded?.record ?? null),
      this.#rules.passWhenDown ? null : down,
      this.#place,
      this.#lostOf(request),
      request,
      loaded?.record.until ?? null,
    );
    const visit: Visit = { request, current, loaded, down };
    const finish = (response: ResponseInterface): Awaitable<ResponseInterface> => {
      current.reportLost(request);
      current.respond(response);
      const cookie = this.#keep(visit, response.getStatusCode() >= 500);
      return isThenable(cookie)
        ? cookie.then((late) => this.#marked(visit, response, late))
        : this.#marked(visit, response, cookie);
    };
    const fail = (error: unknown): PromiseLike<never> => {
      const passOn = (cookie: string | null): never => {
        markErrorCookie(request, this.#cookie.name, cookie);
        throw error;
      };
      const cookie = this.#keep(visit, (statusOf(error) ?? 500) >= 500);
      return isThenable(cookie) ? cookie.then(passOn) : passOn(cookie);
    };
    let response: Awaitable<ResponseInterface>;
    try {
      response = handler.handle(request.withAttribute(SESSION, current));
    } catch (error) {
      return fail(error);
    }
    return isThenable(response) ? response.then(finish, fail) : finish(response);
  }

  /**
   * Stores the changes, or extends the session if it is due.
   *
   * @param failed whether the client gets a server error, which then takes precedence over the storage error
   * @returns the cookie to set; `null` for none
   */
  #keep(visit: Visit, failed: boolean): Awaitable<string | null> {
    const { current, loaded, down, request } = visit;
    const { changed } = current;
    const changes = current.commit();
    if (changed && down === null) return this.#commit(visit, changes, failed);
    // A logout must not appear to have succeeded: the session is still in the store when the store recovers.
    if (down !== null && changes.mode === 'end' && !failed) throw down.error;
    const due = loaded !== null && this.#times.isDue(loaded.id);
    return due ? this.#touch(request, loaded) : null;
  }

  async #commit(
    { request, current, loaded }: Visit,
    changes: SessionChanges,
    failed: boolean,
  ): Promise<string | null> {
    try {
      const { token, id, dropped } = await this.#keeper.commit(changes, loaded);
      current.stored(id);
      if (dropped) this.#rules.onEvent({ type: 'session-dropped', request });
      if (id !== null) this.#times.note(id);
      const isLeft = token === undefined || (token === null && !this.#sentCookie(request));
      return isLeft ? null : this.#cookie.write(request, token);
    } catch (error) {
      const isPassed = this.#rules.passWhenDown && isStoreDown(error) && changes.mode !== 'end';
      this.#report(request, error, failed);
      if (failed || isPassed) return null;
      throw error;
    }
  }

  #report(request: ServerRequestInterface, error: unknown, failed: boolean): void {
    if (isStoreDown(error)) this.#alarm.ring(request, error);
    else if (failed) this.#rules.onEvent({ type: 'session-dropped', request, error });
  }

  /** Extends the session. If that fails, a later request extends it. */
  async #touch(request: ServerRequestInterface, loaded: LoadedSession): Promise<null> {
    try {
      await this.#keeper.touch(loaded);
      this.#times.note(loaded.id);
    } catch (error) {
      this.#alarm.ring(request, error);
    }
    return null;
  }

  #marked(
    { request, current }: Visit,
    response: ResponseInterface,
    cookie: string | null,
  ): ResponseInterface {
    if (cookie !== null) return withSessionCookie(request, response, cookie);
    return current.used ? withSessionMarks(request, response, this.#cookie.name) : response;
  }

  #sentCookie(request: ServerRequestInterface): boolean {
    return this.#cookie.read(request) !== undefined;
  }
}

function isStoreDown(error: unknown): boolean {
  return (Object(error) as { readonly code?: unknown }).code === 'STORE_UNAVAILABLE';
}
