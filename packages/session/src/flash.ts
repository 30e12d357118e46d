import type { FlashReading } from '@mortise/base/keys';

/**
 * Messages for the next page, by key: `addMessage('notice', 'Saved.')`, a redirect, and the next request
 * reads it. A message is kept until a request has read it. Names are Slim-Flash's. Reading never throws: after the session
 * was stored, what is read is not marked as read; while the store is down, there are no messages.
 */
export interface FlashInterface extends FlashReading {
  /** Adds a message for a later request. @param message a JSON value */
  addMessage(key: string, message: unknown): void;

  /** Adds a message for this request only. */
  addMessageNow(key: string, message: unknown): void;

  /** @returns the first message of a key, otherwise the fallback. All messages of the key are marked as read. */
  getFirstMessage(key: string, fallback?: unknown): unknown;

  /** Whether this request has messages of a key; they are not marked as read. */
  hasMessage(key: string): boolean;

  /** Drops all messages of this request. */
  clearMessages(): void;

  /** Drops the messages of a key of this request. */
  clearMessage(key: string): void;
}
