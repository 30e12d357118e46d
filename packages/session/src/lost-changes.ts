import { quote, warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { SessionData } from './operations.js';

/** The warnings of a layer, each printed once. */
interface Warnings {
  readonly changeLost: ReturnType<typeof warnOnce>;
  readonly flashLate: ReturnType<typeof warnOnce>;
}

/** In development, notes the values that `get` returns, and warns of those that were changed but not set. */
export class LostChanges {
  readonly #warnings: Warnings;
  readonly #returned = new Map<string, { readonly value: object; readonly text: string | null }>();

  /** @param warnings the same for all requests of a layer */
  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  /** Returns a function that creates one for a request; `null` if the request is not in development. */
  static noting(): (request: ServerRequestInterface) => LostChanges | null {
    const warnings = {
      changeLost: warnOnce('SESSION_CHANGE_LOST'),
      flashLate: warnOnce('FLASH_LATE'),
    };
    return (request) => (isDevelopment(request) ? new LostChanges(warnings) : null);
  }

  note(key: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (this.#returned.get(key)?.value === value) return;
    this.#returned.set(key, { value, text: jsonOf(value) });
  }

  /** Warns of the first value that was changed since it was noted. A value that was set is another object. */
  report(data: SessionData): void {
    for (const [key, { value, text }] of this.#returned) {
      if (data[key] !== value || jsonOf(value) === text) continue;
      this.#warnings.changeLost(
        `the session value ${quote(key)} was changed, but not set: the change ends with the request`,
        "After the change, write sessionOf(request).set('key', value), or change it in sessionOf(request).update('key', change).",
      );
      return;
    }
  }

  /** Warns of a flash message that is not returned, because it was read too late. */
  reportLateFlash(): void {
    this.#warnings.flashLate(
      'a flash message was first read while the body was streamed: none is returned, and the next page shows it',
      'Read messages in the handler, before you return the response.',
    );
  }
}

/** @returns `null` for a value that was changed to one that is not JSON */
function jsonOf(value: object): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}
