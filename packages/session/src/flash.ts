import type { FlashReading } from '@mortise/base/keys';

/**
 * Messages for the visitor's next page, by key: call `addMessage('notice', 'Saved.')` and redirect; the next request
 * reads the message. A message is kept until a request reads it; one of `HEAD`, whose client sees no page, does not mark
 * it as read. The names are those of Slim-Flash. Reading throws only in a streamed body that is the first to read a
 * message (`SESSION_COMMITTED`), because it could not be marked as read; while the store is down, there are no messages.
 */
export interface FlashInterface extends FlashReading {
  /**
   * Adds a message for a later request.
   *
   * @param message a JSON value
   * @throws {SessionError} `SESSION_VALUE_INVALID` for any other value; `SESSION_COMMITTED` after the handler has
   *   returned
   */
  addMessage(key: string, message: unknown): void;

  /** Adds a message for this request only. */
  addMessageNow(key: string, message: unknown): void;

  /** Returns the first message for a key, or `fallback` if there is none. Marks all messages for the key as read. */
  getFirstMessage(key: string, fallback?: unknown): unknown;

  /** Whether this request has messages for a key; does not mark them as read. */
  hasMessage(key: string): boolean;

  /** Deletes all messages that this request can read. Those that it added with `addMessage` stay. */
  clearMessages(): void;

  /** Like {@link clearMessages}, but only for one key. */
  clearMessage(key: string): void;
}
