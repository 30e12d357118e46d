import type { FlashReading } from '@mortise/base/keys';

/**
 * Messages for the next page, by key: `addMessage('notice', 'Saved.')`, a redirect, and the next request reads it. A
 * message is kept until a request has read it. Names follow Slim-Flash. Reading never throws: once the session is stored,
 * messages are no longer marked as read; while the store is down, there are none.
 */
export interface FlashInterface extends FlashReading {
  /** Adds a message for a later request. @param message a JSON value */
  addMessage(key: string, message: unknown): void;

  /** Adds a message for this request only. */
  addMessageNow(key: string, message: unknown): void;

  /** @returns the first message for a key, otherwise the fallback; marks all messages for the key as read */
  getFirstMessage(key: string, fallback?: unknown): unknown;

  /** Whether this request has messages for a key; does not mark them as read. */
  hasMessage(key: string): boolean;

  /** Drops all messages of this request. */
  clearMessages(): void;

  /** Drops this request's messages for a key. */
  clearMessage(key: string): void;
}
