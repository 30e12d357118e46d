import { isOutage, memberOf } from '@mortise/base';

const MINUTE = 60_000;

/** Selects which errors are logged while something that many requests need is down: one per minute and code. */
export class OutageLog {
  readonly #silentUntil = new Map<unknown, number>();

  /** @returns false for an error of an outage that was logged within the last minute */
  admits(error: unknown): boolean {
    if (!isOutage(error)) return true;
    const code = memberOf(error, 'code');
    const now = performance.now();
    if (now < (this.#silentUntil.get(code) ?? 0)) return false;
    this.#silentUntil.set(code, now + MINUTE);
    return true;
  }
}
