import { positionEvent, type ServerEvent } from './server-event.js';

/** A kept event: its id and the previous event's; `''` if it is the topic's first. */
export interface RingEntry {
  readonly id: string;
  readonly previous: string;
  readonly event: ServerEvent;
}

/** What a subscriber has to be sent. */
export interface Replay {
  readonly events: readonly ServerEvent[];
  /** Events can be missing before these. */
  readonly isGap: boolean;
  /** The subscriber has seen an event that this process has not received. */
  readonly isAhead: boolean;
}

/** The id that a browser gets for the position before the first event of a topic. */
const START = '0';

const NOTHING: Replay = { events: [], isGap: false, isAhead: false };

/** The last events of a topic, without a gap between them: clients that reconnect cost no server read. */
export class EventRing {
  readonly #size: number;
  #entries: RingEntry[] = [];
  #place = '';

  constructor(size: number) {
    this.#size = size;
  }

  /** The kept events, oldest first; the position alone if none is kept. */
  get all(): readonly ServerEvent[] {
    return this.#entries.length === 0 ? [this.position] : this.#entries.map(({ event }) => event);
  }

  /** The id of the topic's last event; `''` if there is none. */
  get place(): string {
    return this.#place;
  }

  /** The position of this ring, as a browser gets it. */
  get lastEventId(): string {
    return this.#place === '' ? START : this.#place;
  }

  /** Gives a browser the position of this ring. */
  get position(): ServerEvent {
    return positionEvent(this.lastEventId);
  }

  /** Begins again at a position: what is kept does not reach it. */
  reset(place: string): void {
    this.#place = place;
    this.#entries = [];
  }

  add(entry: RingEntry): void {
    this.#place = entry.id;
    this.#entries.push(entry);
    if (this.#entries.length > this.#size) this.#entries.shift();
  }

  /** @param lastEventId the last id that the subscriber has seen, of any process */
  after(lastEventId: string): Replay {
    const last = lastEventId === START ? '' : lastEventId;
    if (last === this.#place) return NOTHING;
    const at = this.#entries.findIndex(({ previous }) => previous === last);
    if (at !== -1) return { ...NOTHING, events: this.#entries.slice(at).map(({ event }) => event) };
    if (last.length === this.#place.length && last > this.#place)
      return { ...NOTHING, isAhead: true };
    const later = this.#entries.filter(({ id }) => id.length !== last.length || id > last);
    return { events: later.map(({ event }) => event), isGap: true, isAhead: false };
  }
}
