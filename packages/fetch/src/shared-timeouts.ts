import { exactTimeouts, SHARED_FROM, type Timeout, type Timeouts } from './timeouts.js';

/** Milliseconds between two checks. */
const TICK = 250;

/**
 * Timeouts that share a single timer, which runs only while there are any. Starting and ending a timeout costs 20 ns;
 * with its own timer, it would cost 0.1 µs on Bun and 2 µs on Deno. Time is counted in timer ticks. Short timeouts have
 * their own timer.
 */
export class SharedTimeouts implements Timeouts {
  /** The sentinel of the list, which is circular. */
  readonly #ring = new SharedTimeout(0, () => undefined);
  #now = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  start(milliseconds: number, expire: () => void): Timeout {
    if (milliseconds < SHARED_FROM) return exactTimeouts.start(milliseconds, expire);
    // The current tick has begun already.
    return this.#join(Math.ceil(milliseconds / TICK) + 1, expire);
  }

  defer(run: () => void): Timeout {
    return this.#join(1, run);
  }

  #join(ticks: number, expire: () => void): Timeout {
    const timeout = new SharedTimeout(this.#now + ticks, expire);
    timeout.join(this.#ring);
    if (this.#timer === null) this.#run();
    return timeout;
  }

  #run(): void {
    this.#timer = setInterval(() => {
      this.#tick();
    }, TICK);
  }

  #tick(): void {
    this.#now++;
    const due: SharedTimeout[] = [];
    for (let at = this.#ring.younger; at !== this.#ring; at = at.younger) {
      if (at.due <= this.#now) due.push(at);
    }
    // A timeout that expires can end another one.
    for (const timeout of due) if (timeout.end()) timeout.expire();
    if (this.#ring.younger !== this.#ring || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** A node of the circular list. */
class SharedTimeout implements Timeout {
  older: SharedTimeout = this;
  younger: SharedTimeout = this;

  /** The tick at which it expires. */
  readonly due: number;
  readonly expire: () => void;

  constructor(due: number, expire: () => void) {
    this.due = due;
    this.expire = expire;
  }

  join(ring: SharedTimeout): void {
    this.older = ring.older;
    this.younger = ring;
    ring.older.younger = this;
    ring.older = this;
  }

  /** @returns whether it was running */
  end(): boolean {
    if (this.younger === this) return false;
    this.older.younger = this.younger;
    this.younger.older = this.older;
    this.older = this.younger = this;
    return true;
  }
}
