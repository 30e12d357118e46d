import type { FlashInterface } from './flash.js';
import { jsonCopy } from './json-copy.js';
import type { Operation, SessionData } from './operations.js';

/** The session key that holds the messages. */
const FLASH = 'mortise.flash';

interface FlashMessage {
  /** Distinguishes equal messages; `''` for a message of this request only. */
  readonly id: string;
  readonly key: string;
  readonly message: unknown;
}

/** The session that keeps the messages. */
interface FlashSession {
  /** Whether the client sees what is read, and this can still be stored. */
  readonly isShown: () => boolean;
  /** Whether a body is streamed: what it would be the first to show could not be deleted, so that the next page shows it. */
  readonly isLate: () => boolean;
  /** Called when messages are read that the client sees. */
  readonly show: () => void;
  readonly record: (operation: Operation) => void;
}

/** Flash messages that record their changes as operations of the session. */
export class RecordedFlash implements FlashInterface {
  #messages: readonly FlashMessage[];
  readonly #session: FlashSession;
  /** Ids of messages that the client sees. */
  readonly #shown = new Set<string>();

  /** @param data the session's data when `flash` is first read */
  constructor(data: SessionData, session: FlashSession) {
    this.#messages = messagesOf(data);
    this.#session = session;
  }

  addMessage(key: string, message: unknown): void {
    const added = { id: crypto.randomUUID(), key, message: jsonCopy(key, message) };
    this.#session.record((data) => {
      data[FLASH] = [...messagesOf(data), added];
    });
  }

  addMessageNow(key: string, message: unknown): void {
    this.#messages = [...this.#messages, { id: '', key, message }];
  }

  getMessages(): Readonly<Record<string, readonly unknown[]>> {
    const byKey = Object.create(null) as Record<string, unknown[]>;
    const messages = this.#inTime();
    for (const { key, message } of messages) (byKey[key] ??= []).push(message);
    this.#show(messages);
    return byKey;
  }

  getMessage(key: string): readonly unknown[] | null {
    const found = this.#inTime().filter((message) => message.key === key);
    this.#show(found);
    return found.length === 0 ? null : found.map(({ message }) => message);
  }

  getFirstMessage(key: string, fallback?: unknown): unknown {
    const messages = this.getMessage(key);
    return messages === null ? fallback : messages[0];
  }

  hasMessage(key: string): boolean {
    return this.#inTime().some((message) => message.key === key);
  }

  clearMessages(): void {
    this.#markRead(this.#messages);
    this.#messages = [];
  }

  clearMessage(key: string): void {
    this.#markRead(this.#messages.filter((message) => message.key === key));
    this.#messages = this.#messages.filter((message) => message.key !== key);
  }

  /** The messages that can be read now. */
  #inTime(): readonly FlashMessage[] {
    const isKnown = ({ id }: FlashMessage): boolean => id === '' || this.#shown.has(id);
    if (this.#messages.every(isKnown) || !this.#session.isLate()) return this.#messages;
    return this.#messages.filter(isKnown);
  }

  #show(messages: readonly FlashMessage[]): void {
    if (messages.length === 0 || !this.#session.isShown()) return;
    for (const { id } of messages) this.#shown.add(id);
    this.#session.show();
    this.#markRead(messages);
  }

  /** Deletes messages by id, so that those added by another request in the meantime stay. */
  #markRead(messages: readonly FlashMessage[]): void {
    const read = new Set(messages.map(({ id }) => id).filter((id) => id !== ''));
    if (read.size === 0) return;
    this.#session.record((data) => {
      const rest = messagesOf(data).filter(({ id }) => !read.has(id));
      if (rest.length === 0) Reflect.deleteProperty(data, FLASH);
      else data[FLASH] = rest;
    });
  }
}

function messagesOf(data: SessionData): readonly FlashMessage[] {
  const stored = data[FLASH];
  return Array.isArray(stored) ? (stored as FlashMessage[]) : [];
}
