import type { EventRing } from './event-ring.js';
import type { ServerEvent } from './server-event.js';
import { Subscription } from './subscription.js';

/**
 * Milliseconds that a subscriber waits for the last event that it has seen, if its process has not received it. Usually
 * the process receives it soon after another one did. A bus that was restarted can have lost it.
 */
const AHEAD_TIMEOUT = 2_000;

/** What a subscriber waits for. */
interface AheadWait {
  /** The id of the last event that it has seen. */
  readonly id: string;
  readonly timer: ReturnType<typeof setTimeout>;
  /** Sends what it can have missed. */
  readonly giveUp: () => void;
}

/** A subscription whose events have positions, which are the same in every process. */
export class SharedSubscription extends Subscription {
  #wait: AheadWait | null = null;

  /** Adds what the subscriber has missed. @param gap sent first if events can be missing; `null`: not sent */
  begin(ring: EventRing, lastEventId: string | null, gap: ServerEvent | null): void {
    // Without a position the browser would miss what is sent between its first connection and its second.
    if (lastEventId === null || lastEventId === '') {
      this.replay([ring.position]);
      return;
    }
    const { events, isGap, isAhead } = ring.after(lastEventId);
    if (isAhead) {
      const giveUp = (): void => {
        this.endWait();
        if (gap !== null) this.replay([gap]);
        this.replay(ring.all);
      };
      this.#wait = { id: lastEventId, timer: setTimeout(giveUp, AHEAD_TIMEOUT), giveUp };
    }
    if (isGap && gap !== null) this.replay([gap]);
    this.replay(events);
    if (isGap && events.length === 0) this.replay([ring.position]);
  }

  /** Whether the subscriber does not need an event: already seen, or all kept events were just sent. @param id in the ring */
  skips(id: string): boolean {
    if (id === '' || this.#wait === null) return false;
    if (id === this.#wait.id) this.endWait();
    // Its last event never reached this process: those below that id can be events that it has not seen.
    else if (id > this.#wait.id) this.#wait.giveUp();
    return true;
  }

  /** From here on the subscriber gets every event. */
  endWait(): void {
    clearTimeout(this.#wait?.timer);
    this.#wait = null;
  }

  override endWith(reason: string | null): void {
    this.endWait();
    super.endWith(reason);
  }
}
