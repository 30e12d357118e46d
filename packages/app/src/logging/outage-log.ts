import { isOutage, memberOf } from '@mortise/base';

const MINUTE = 60_000;

/** Limits what is logged during an outage, such as of a database: one error per minute and code. */
export class OutageLog {
  readonly #silentUntil = new Map<unknown, number>();

  /** @returns false for an outage error whose code was already logged within the last minute */
  admits(error: unknown): boolean {
    if (!isOutage(error)) return true;
    const code = memberOf(error, 'code');
    const now = performance.now();
    if (now < (this.#silentUntil.get(code) ?? 0)) return false;
    this.#silentUntil.set(code, now + MINUTE);
    return true;
  }
}
