import { quote } from '@mortise/base';
import { FLASH_SHOWN } from '@mortise/base/keys';
import { errorOf, LateReads, lateReadText, markResponse } from '@mortise/base/message';
import type {
  AttributeKey,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { OF_SESSION } from './cache-headers.js';
import type { FlashInterface } from './flash.js';
import { jsonCopy } from './json-copy.js';
import type { LostChanges } from './lost-changes.js';
import { applied, type Operation, type SessionChanges, type SessionData } from './operations.js';
import { RecordedFlash } from './recorded-flash.js';
import { SessionError } from './session-error.js';
import type { SessionPlace } from './session-place.js';
import { CSRF_SECRET, SESSION, type SessionInterface } from './session-interface.js';

type SessionRequest = Pick<ServerRequestInterface, 'getMethod' | 'getLifetime'>;

/** The session of one request. It applies changes immediately, and records them for {@link commit}. */
export class RecordedSession implements SessionInterface {
  #id: string | null;
  /** `null` until first used. */
  #data: SessionData | null = null;
  readonly #loadedId: string | null;
  readonly #load: () => SessionData;
  readonly #unavailable: { readonly error: unknown } | null;
  #mode: SessionChanges['mode'] = 'keep';
  #before: Operation[] = [];
  #after: Operation[] = [];
  #flash: RecordedFlash | null = null;
  #used = false;
  #committed = false;
  #late: LateReads | null = null;
  readonly #place: SessionPlace | null;
  readonly #lost: LostChanges | null;
  readonly #request: SessionRequest | null;
  readonly #endsAt: number | null;

  /**
   * @param load returns a new copy of the stored data on each call; called when the data is needed
   * @param unavailable set if the session could not be loaded: every use throws its `error`, except reading flash
   *   messages
   * @param place where the session is kept
   * @param lost notes the values that are returned; `null` outside development
   * @param request learns that it shows flash messages
   * @param endsAt when the stored session ends; `null` for a new one
   */
  constructor(
    id: string | null,
    load: () => SessionData,
    unavailable: { readonly error: unknown } | null = null,
    place: SessionPlace | null = null,
    lost: LostChanges | null = null,
    request: SessionRequest | null = null,
    endsAt: number | null = null,
  ) {
    this.#endsAt = endsAt;
    this.#lost = lost;
    this.#request = request;
    this.#place = place;
    this.#id = id;
    this.#loadedId = id;
    this.#load = load;
    this.#unavailable = unavailable;
    // A member that is assigned, as in other frameworks, would not be stored.
    Object.preventExtensions(this);
  }

  /**
   * Returns the place of the session that an outer layer has opened with this cookie for a request; `null` if there is
   * none. A client keeps one value per cookie, so a second session would replace the first.
   */
  static openPlace(request: ServerRequestInterface, cookie: string): SessionPlace | null {
    const session: unknown = request.getAttribute(SESSION);
    if (!(session instanceof RecordedSession) || session.#committed) return null;
    return session.#place?.cookie === cookie ? session.#place : null;
  }

  /** Whether the application has read or changed anything. */
  get used(): boolean {
    return this.#used;
  }

  /** Whether there is anything to store. */
  get changed(): boolean {
    return this.#mode !== 'keep' || this.#before.length > 0;
  }

  get id(): string | null {
    this.#use();
    return this.#id;
  }

  get endsAt(): number | null {
    this.#use();
    return this.#id === null ? null : this.#endsAt;
  }

  get<T>(key: AttributeKey<T>): T | undefined {
    this.#use();
    const value = this.#values[key] as T | undefined;
    this.#lost?.note(key, value);
    return value;
  }

  set<T>(key: AttributeKey<T>, value: NoInfer<T>): void {
    const copy = jsonCopy<T>(key, value);
    this.#record((data) => {
      data[key] = jsonCopy(key, copy);
    });
  }

  update<T>(key: AttributeKey<T>, change: (value: T | undefined) => T): void {
    this.#record((data) => {
      const value = change(data[key] as T | undefined);
      if (value === undefined) throw nothingReturned(key);
      // No tokens are left.
      if (key === CSRF_SECRET && value === '') Reflect.deleteProperty(data, key);
      else data[key] = jsonCopy(key, value);
    });
  }

  delete(key: string): void {
    this.#record((data) => {
      Reflect.deleteProperty(data, key);
    });
  }

  clear(): void {
    this.#record((data) => {
      for (const key of Object.keys(data)) Reflect.deleteProperty(data, key);
    });
  }

  regenerate(): void {
    this.#assertOpen();
    if (this.#mode === 'keep') this.#mode = 'renew';
    this.delete(CSRF_SECRET);
  }

  destroy(): void {
    this.#assertOpen();
    this.#restart('end', null, applied({}));
  }

  discard(): void {
    this.#assertOpen();
    this.#restart('keep', this.#loadedId, null);
  }

  get flash(): FlashInterface {
    // Reading a message never throws.
    if (!this.#isLate) this.#noteUse();
    this.#flash ??= new RecordedFlash(this.#values, {
      // The client of a HEAD request sees no page.
      isShown: () => this.#request?.getMethod() !== 'HEAD' && !this.#committed,
      isLate: () => {
        if (this.#isLate) this.#lost?.reportLateFlash();
        return this.#isLate;
      },
      show: () => {
        this.#request?.getLifetime().setValue(FLASH_SHOWN, true);
      },
      record: (operation) => {
        this.#record(operation);
      },
    });
    return this.#flash;
  }

  /** Receives the response: what its body would be the first to read from now on is refused. */
  respond(response: ResponseInterface): void {
    if (this.#request !== null) this.#late = LateReads.of(response, this.#request.getLifetime());
  }

  /** In development, warns of a change that will not be stored, unless the handler failed: it could not set it. */
  reportLost(request: ServerRequestInterface): void {
    if (this.#data !== null && errorOf(request) === null) this.#lost?.report(this.#data);
  }

  /** Stops recording, and returns the changes. Later changes throw `SESSION_COMMITTED`. */
  commit(): SessionChanges {
    this.#committed = true;
    return { mode: this.#mode, before: this.#before, after: this.#after };
  }

  /** @param id the id under which the session was stored; `null` if it was not stored */
  stored(id: string | null): void {
    this.#id = id;
  }

  #restart(mode: SessionChanges['mode'], id: string | null, data: SessionData | null): void {
    this.#mode = mode;
    [this.#before, this.#after] = [[], []];
    this.#id = id;
    this.#data = data;
    this.#flash = null;
  }

  get #values(): SessionData {
    return (this.#data ??= this.#load());
  }

  get #isLate(): boolean {
    return this.#late?.areSent === true;
  }

  /** From now on, the response to this request is one for its visitor, even if code outside the layer makes it. */
  #noteUse(): void {
    if (this.#used) return;
    // A cache can store the response, whose headers do not say that it depends on the session.
    if (this.#late?.areStored === true)
      throw new SessionError('SESSION_COMMITTED', lateReadText('the session'));
    this.#used = true;
    if (this.#request !== null) markResponse(this.#request, OF_SESSION);
  }

  #use(): void {
    this.#noteUse();
    if (this.#unavailable !== null) throw this.#unavailable.error;
  }

  #record(operation: Operation): void {
    this.#assertOpen();
    operation(this.#values);
    (this.#mode === 'keep' ? this.#before : this.#after).push(operation);
  }

  #assertOpen(): void {
    if (!this.#committed) {
      this.#use();
      return;
    }
    throw new SessionError(
      'SESSION_COMMITTED',
      'the session was stored when the handler returned or threw; change it before that',
    );
  }
}

function nothingReturned(key: string): SessionError {
  const name = quote(key);
  return new SessionError(
    'SESSION_VALUE_INVALID',
    `the function passed to update(${name}, ...) returned undefined: return the new value, even if the function has changed its argument; to remove the value, write delete(${name})`,
  );
}
