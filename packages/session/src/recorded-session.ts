import type { AttributeKey } from '@mortise/http-message';
import type { FlashInterface } from './flash.js';
import { jsonCopy } from './json-copy.js';
import { applied, type Operation, type SessionChanges, type SessionData } from './operations.js';
import { RecordedFlash } from './recorded-flash.js';
import { SessionError } from './session-error.js';
import { CSRF_SECRET, type SessionInterface } from './session-interface.js';

/** The session of one request: applies its own changes, and records them for {@link commit}. */
export class RecordedSession implements SessionInterface {
  #id: string | null;
  #data: SessionData;
  #mode: SessionChanges['mode'] = 'keep';
  #before: Operation[] = [];
  #after: Operation[] = [];
  #flash: RecordedFlash | null = null;
  #used = false;
  #committed = false;

  /** @param data as stored; owned by this object */
  constructor(id: string | null, data: SessionData) {
    this.#id = id;
    this.#data = data;
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
    this.#used = true;
    return this.#id;
  }

  get<T>(key: AttributeKey<T>): T | undefined {
    this.#used = true;
    return this.#data[key] as T | undefined;
  }

  set<T>(key: AttributeKey<T>, value: NoInfer<T>): void {
    const copy = jsonCopy<T>(key, value);
    this.#record((data) => {
      data[key] = jsonCopy(key, copy);
    });
  }

  update<T>(key: AttributeKey<T>, change: (value: T | undefined) => T | undefined): void {
    this.#record((data) => {
      const value = change(data[key] as T | undefined);
      if (value === undefined) Reflect.deleteProperty(data, key);
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
    if (this.#mode === 'keep') this.#mode = 'renew';
    this.delete(CSRF_SECRET);
  }

  destroy(): void {
    this.#assertOpen();
    this.#used = true;
    this.#mode = 'end';
    [this.#before, this.#after] = [[], []];
    this.#id = null;
    this.#data = applied({});
    this.#flash = null;
  }

  get flash(): FlashInterface {
    this.#used = true;
    this.#flash ??= new RecordedFlash(this.#data, (operation) => {
      this.#record(operation);
    });
    return this.#flash;
  }

  /** Ends the recording: later changes throw. */
  commit(): SessionChanges {
    this.#committed = true;
    return { mode: this.#mode, before: this.#before, after: this.#after };
  }

  /** @param id under which the session was stored; `null` if it was not */
  stored(id: string | null): void {
    this.#id = id;
  }

  #record(operation: Operation): void {
    this.#assertOpen();
    this.#used = true;
    operation(this.#data);
    (this.#mode === 'keep' ? this.#before : this.#after).push(operation);
  }

  #assertOpen(): void {
    if (!this.#committed) return;
    throw new SessionError(
      'SESSION_COMMITTED',
      'the session was stored with the response; change it before the handler returns',
    );
  }
}
