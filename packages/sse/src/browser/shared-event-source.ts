/** Members of browsers that the types of Node lack. */
declare const document: EventTarget & { readonly baseURI: string; readonly hidden: boolean };
declare const navigator: { readonly locks?: { request: RequestLock } };
type Channel = InstanceType<typeof BroadcastChannel>;
type RequestLock = (name: string, options: object, hold: () => Promise<void>) => Promise<void>;

/** Options of {@link SharedEventSource}. */
export interface SharedEventSourceOptions {
  /** The names of all events that the URL sends, apart from `gap`. Default: `['message']`. */
  readonly events?: readonly string[] | undefined;

  /** The id of the last event that the page shows: the events after it come first. Default: events from now on. */
  readonly lastEventId?: string | undefined;
}

/** `id` is `''` for an event without one of its own. */
type Kept = Readonly<Record<'type' | 'data' | 'id', string>>;

/** One event, or all kept events with the id before them. */
type Told = { readonly start: string | null; readonly events: readonly Kept[] };

/**
 * Receives events as an `EventSource` does, over one connection for all pages of a browser that list the same events of a
 * URL: one that is visible has it, and tells the others. Hidden pages get what they have missed when they are shown. Without
 * Web Locks (an insecure origin), and if the others do not know its `lastEventId`, a page has a connection of its own.
 */
export class SharedEventSource extends EventTarget {
  readonly #url: URL;
  readonly #types: readonly string[];
  readonly #channel: Channel | null = null;
  #start: string;
  #kept: Kept[] = [];
  #last: string;
  /** Whether events can be missing before those that others tell. */
  #isBehind = true;
  #source: EventSource | null = null;
  #isTelling = false;
  #leaving = new AbortController();

  constructor(url: string | URL, options: SharedEventSourceOptions = {}) {
    super();
    const { events = ['message'], lastEventId = '' } = options;
    this.#url = new URL(url, document.baseURI);
    this.#types = [...new Set([...events, 'gap'])].sort();
    this.#start = this.#last = lastEventId;
    if (navigator.locks !== undefined) {
      this.#channel = new BroadcastChannel(`events ${this.#url.href} ${this.#types.join()}`);
      this.#channel.onmessage = (message) => {
        this.#hear((message as MessageEvent).data as Told | null);
      };
    }
    document.addEventListener('visibilitychange', this.#look);
    this.#look();
  }

  /** Ends the events for this page. */
  close(): void {
    document.removeEventListener('visibilitychange', this.#look);
    this.#leave();
    this.#channel?.close();
  }

  #leave(): void {
    this.#leaving.abort();
    this.#source?.close();
    this.#source = null;
    this.#isTelling = false;
    this.#isBehind = true;
  }

  readonly #look = (): void => {
    this.#leave();
    if (document.hidden) return;
    if (this.#channel === null) this.#open();
    else this.#join(this.#channel);
  };

  #join(channel: Channel): void {
    const { signal } = (this.#leaving = new AbortController());
    const lead = async (): Promise<void> => {
      this.#open();
      this.#isTelling = true;
      this.#tell(this.#start, this.#kept);
      await new Promise((resolve) => (signal.onabort = resolve));
    };
    navigator.locks?.request(channel.name, { signal }, lead).catch(() => undefined);
    channel.postMessage(null); // asks what the others know
    setTimeout(() => {
      if (!signal.aborted && this.#isBehind) this.#open();
    }, 5_000);
  }

  #open(): void {
    this.#isBehind = false;
    if (this.#source !== null) return;
    const url = new URL(this.#url);
    if (this.#last !== '') url.searchParams.set('lastEventId', this.#last);
    const source = (this.#source = new EventSource(url.href));
    let before = '';
    for (const type of this.#types) {
      source.addEventListener(type, (event) => {
        const { data, lastEventId } = event as Event & { data: string; lastEventId: string };
        const received = { type, data, id: lastEventId === before ? '' : lastEventId };
        before = lastEventId;
        if (this.#isTelling) this.#tell(null, [received]);
        this.#receive(received);
      });
    }
    // A response with an error ends it: without this, only a connection that breaks is replaced.
    source.onerror = () => {
      const again = () => {
        if (this.#source === source) this.#look();
      };
      if (source.readyState === 2) setTimeout(again, 5_000);
    };
  }

  #tell(start: string | null, events: readonly Kept[]): void {
    this.#channel?.postMessage({ start, events } satisfies Told);
  }

  /** @param told `null` if another page asks */
  #hear(told: Told | null): void {
    if (told === null && this.#isTelling) this.#tell(this.#start, this.#kept);
    if (told === null || document.hidden || this.#source !== null) return;
    const from = this.#isBehind || told.start !== null ? this.#place(told) : 0;
    if (from === -1) return;
    this.#isBehind = false;
    for (const event of told.events.slice(from)) this.#receive(event);
  }

  /** Returns how many of the events this page has already; -1 if that cannot be told. */
  #place({ start, events }: Told): number {
    if (start === this.#last) return 0;
    if (this.#last === '') return start === null ? -1 : events.length;
    return events.findLastIndex(({ id }) => id === this.#last) + 1 || -1;
  }

  #receive(event: Kept): void {
    const { type, data, id } = event;
    if (id !== '' && this.#kept.some((kept) => kept.id === id)) return;
    this.#last = id || this.#last;
    this.#kept.push(event);
    if (this.#kept.length > 200) this.#start = this.#kept.shift()?.id || this.#start;
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId: this.#last }));
  }
}
