import type { EventRing } from './event-ring.js';
import type { ServerEvent } from './server-event.js';
import { Subscription } from './subscription.js';

/** A subscription whose events have positions, which are the same in every process. */
export class SharedSubscription extends Subscription {
  /** The subscriber has seen events up to this id, which this process has not received yet; `''`: none. */
  #ahead = '';

  /** Adds what the subscriber has missed. @param gap sent first if events can be missing; `null`: not sent */
  begin(ring: EventRing, lastEventId: string | null, gap: ServerEvent | null): void {
    // Without a position the browser would miss what is sent between its first connection and its second.
    if (lastEventId === null || lastEventId === '') {
      this.replay([ring.position]);
      return;
    }
    const { events, isGap, ahead } = ring.after(lastEventId);
    this.#ahead = ahead;
    if (isGap && gap !== null) this.replay([gap]);
    this.replay(events);
    if (isGap && events.length === 0) this.replay([ring.position]);
  }

  /** Whether the subscriber has seen an event already. */
  skips(id: string): boolean {
    if (id === '' || this.#ahead === '') return false;
    if (id === this.#ahead) {
      this.#ahead = '';
      return true;
    }
    return id < this.#ahead;
  }

  /** Whether an event comes after one that the subscriber has seen, and that never reached this process. */
  hasPassed(id: string): boolean {
    if (id === '' || this.#ahead === '') return false;
    this.#ahead = '';
    return true;
  }

  /** The bus has lost events, and can give ids below that one: what follows is new. */
  forgetAhead(): void {
    this.#ahead = '';
  }
}
