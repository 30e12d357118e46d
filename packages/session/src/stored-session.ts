import { type StoreInterface, storeResults } from '@mortise/store';
import { CommitLine } from './commit-line.js';
import { applied, type SessionChanges, type SessionData } from './operations.js';
import { SessionError } from './session-error.js';
import { idOf, newToken } from './session-id.js';
import { dataOf, readRecord, type SessionRecord, writeRecord } from './session-record.js';

/** Maximum attempts of a commit before it rejects with `SESSION_CONFLICT`. */
const MAX_TRIES = 50;

/** A session as read from the store. */
export interface LoadedSession {
  readonly id: string;
  readonly version: string;
  readonly record: SessionRecord;
}

/** The outcome of a commit. */
export interface Committed {
  /** The token for the cookie; `null`: delete the cookie; `undefined`: keep it. */
  readonly token: string | null | undefined;

  /** The id under which the session is stored; `null` if it is not. */
  readonly id: string | null;

  /** Whether the changes were not stored because another request has ended or renewed the session. */
  readonly dropped: boolean;
}

/** Options of {@link SessionKeeper}. */
export interface KeeperOptions {
  readonly store: StoreInterface;
  readonly prefix: string;
  readonly idleTtl: number;
  readonly absoluteTtl: number;
  readonly maxBytes: number;
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

const decoder = new TextDecoder();
/** The option that contains the store. */
const STORE = 'session.store';

/** Loads and stores sessions. No concurrent update is lost, and no session that has ended is restored. */
export class SessionKeeper {
  readonly #options: KeeperOptions;
  readonly #line = new CommitLine<LoadedSession>();

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** @returns `null` if the store has no session with this id, or it has ended */
  async load(id: string): Promise<LoadedSession | null> {
    const { store, prefix, now } = this.#options;
    const stored = storeResults.get(await store.get(prefix + id), STORE);
    const record = stored && readRecord(decoder.decode(stored.value), now());
    return stored && record && { id, version: stored.version, record };
  }

  /** Extends a session that was not changed. */
  async touch({ id, record }: LoadedSession): Promise<void> {
    await this.#options.store.touch(this.#options.prefix + id, this.#ttl(record));
  }

  commit(changes: SessionChanges, loaded: LoadedSession | null): Promise<Committed> {
    if (changes.mode === 'end') return this.#end(changes, loaded);
    if (loaded === null) {
      return this.#create(this.#newRecord(applied({}, changes.before, changes.after)));
    }
    return changes.mode === 'renew' ? this.#renew(changes, loaded) : this.#change(changes, loaded);
  }

  async #change({ before }: SessionChanges, loaded: LoadedSession): Promise<Committed> {
    const kept = await this.#line.run(loaded.id, (previous) =>
      this.#retry(previous ?? loaded, async (base) => {
        const { store, prefix, maxBytes } = this.#options;
        const data = applied(dataOf(base.record), before);
        const record = writeRecord(base.record.until, data, maxBytes);
        const name = prefix + base.id;
        const ttl = this.#ttl(record);
        const written = await store.compareAndSet(name, base.version, record.text, ttl);
        const version = storeResults.compareAndSet(written, STORE);
        return version === null ? null : { id: base.id, version, record };
      }),
    );
    return kept === null
      ? { token: undefined, id: null, dropped: true }
      : { token: undefined, id: kept.id, dropped: false };
  }

  /**
   * Deletes the old id, then creates the new one, so that a crash in between logs the visitor out. If the old id is
   * absent, another request has ended or renewed the session: only the changes after `regenerate` are stored.
   */
  async #renew({ before, after }: SessionChanges, loaded: LoadedSession): Promise<Committed> {
    const { store, prefix, maxBytes } = this.#options;
    const renewed = await this.#retry(loaded, async ({ id, version, record: old }) => {
      // Serialize first: data that cannot be stored must not end the session.
      const record = writeRecord(old.until, applied(dataOf(old), before, after), maxBytes);
      const isDeleted = await store.delete(prefix + id, version);
      return storeResults.delete(isDeleted, STORE) ? { id, version, record } : null;
    });
    return this.#create(renewed?.record ?? this.#newRecord(applied({}, after)));
  }

  async #end({ after }: SessionChanges, loaded: LoadedSession | null): Promise<Committed> {
    const { store, prefix } = this.#options;
    if (loaded !== null) await store.delete(prefix + loaded.id);
    const data = applied({}, after);
    if (Object.keys(data).length > 0) return this.#create(this.#newRecord(data));
    return { token: null, id: null, dropped: false };
  }

  #newRecord(data: SessionData): SessionRecord {
    const { now, absoluteTtl, maxBytes } = this.#options;
    return writeRecord(now() + absoluteTtl, data, maxBytes);
  }

  async #create(record: SessionRecord): Promise<Committed> {
    const { store, prefix, random } = this.#options;
    const token = newToken(random);
    const id = await idOf(token);
    const version = await store.compareAndSet(prefix + id, null, record.text, this.#ttl(record));
    if (storeResults.compareAndSet(version, STORE) !== null) return { token, id, dropped: false };
    throw conflict('a new session id is already taken: the random source repeats itself');
  }

  /** @returns the result of `write`; `null` if the session no longer exists */
  async #retry(
    first: LoadedSession,
    write: (base: LoadedSession) => Promise<LoadedSession | null>,
  ): Promise<LoadedSession | null> {
    let base: LoadedSession | null = first;
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const written = await write(base);
      if (written !== null) return written;
      if (tries > 1) await pause(Math.random() * Math.min(2 ** tries, 40));
      base = await this.load(base.id);
      if (base === null) return null;
    }
    throw conflict(
      `the session could not be stored: other requests changed it during all ${MAX_TRIES} attempts`,
    );
  }

  #ttl({ until }: SessionRecord): number {
    const { idleTtl, now } = this.#options;
    return Math.max(1, Math.min(idleTtl, Math.ceil(until - now())));
  }
}

function conflict(message: string): SessionError {
  return new SessionError('SESSION_CONFLICT', message);
}

/** @param ms milliseconds */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
