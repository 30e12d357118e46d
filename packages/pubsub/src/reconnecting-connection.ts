import type { ConnectionEvents, LiveConnection } from './live-connection.js';
import { PubSubError } from './pubsub-error.js';
import { SharedTimeout } from './shared-timeout.js';
import { withinTimeout } from './within-timeout.js';

/** What the connection of a bus serves. */
export interface ConnectionUser<Payload> {
  connect(events: ConnectionEvents<Payload>, signal: AbortSignal): PromiseLike<LiveConnection>;
  /** The channels that a new connection listens to. */
  channels(): readonly string[];
  /** Whether no connection is needed. */
  isIdle(): boolean;
  message(channel: string, payload: Payload): void;
  /** Called for each change after the first connection. */
  state(state: 'connected' | 'disconnected'): void;
  /** Called once for each loss whose attempts to connect again have failed for seconds. */
  failed(error: PubSubError): void;
  /** Called after each successful ping. */
  check(): Promise<void>;
}

/** Milliseconds until the first attempt to connect again, and the maximum: each wait is twice as long. */
const MIN_DELAY = 100;
const MAX_DELAY = 2_000;

interface Waiter {
  readonly resolve: (connection: LiveConnection) => void;
  readonly reject: (error: unknown) => void;
}

/** Keeps one connection, as long as there are channels: replaces it when it is lost, or does not respond to a ping. */
export class ReconnectingConnection<Payload> {
  readonly #user: ConnectionUser<Payload>;
  readonly #timeout: number;
  /** Of the calls to a connection, which handles them one after the other. */
  readonly #shared: SharedTimeout;
  readonly #timer: ReturnType<typeof setInterval>;
  #current: LiveConnection | null = null;
  readonly #waiting = new Set<Waiter>();
  #isConnecting = false;
  /** Why the last attempt to connect failed; `null` if it did not. */
  #failure: unknown = null;
  #endPause: () => void = () => undefined;
  #isClosed = false;
  #isLost = false;
  #isBeating = false;
  #isChecking = false;

  constructor(
    user: ConnectionUser<Payload>,
    { timeout, checkInterval }: { readonly timeout: number; readonly checkInterval: number },
  ) {
    this.#user = user;
    this.#timeout = timeout;
    this.#shared = new SharedTimeout(timeout);
    this.#timer = setInterval(() => void this.#beat(), checkInterval);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** The connection, as soon as there is one. Rejects after the timeout, and once the bus is closed. */
  async connected(): Promise<LiveConnection> {
    if (this.#isClosed) throw PubSubError.unavailable('the bus is closed');
    if (this.#current !== null) return this.#current;
    void this.#connect();
    let waiter: Waiter | null = null;
    const next = new Promise<LiveConnection>((resolve, reject) => {
      waiter = { resolve, reject };
      this.#waiting.add(waiter);
    });
    try {
      return await withinTimeout(() => next, this.#timeout);
    } catch (error) {
      throw this.#reasonOf(error);
    } finally {
      // While the server is away, each attempt to subscribe would otherwise stay.
      this.#waiting.delete(waiter as unknown as Waiter);
    }
  }

  /** @param error of `connected()` */
  #reasonOf(error: unknown): unknown {
    const failure = this.#failure;
    if (failure === null || this.#isClosed) return error;
    const text = `the bus could not connect within ${this.#timeout} ms`;
    return PubSubError.unavailable(text, causeOf(failure));
  }

  /** @param connection from `connected()` */
  async listen(connection: LiveConnection, channel: string): Promise<void> {
    await this.#shared.within(() => connection.listen(channel));
  }

  async unlisten(channel: string): Promise<void> {
    const connection = this.#current;
    if (connection !== null) await this.#shared.within(() => connection.unlisten(channel));
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    if (this.#current !== null) closeQuietly(this.#current);
    this.#current = null;
    const error = PubSubError.unavailable('the bus is closed');
    for (const { reject } of this.#waiting) reject(error);
    this.#endPause();
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    let delay = MIN_DELAY;
    let isTold = false;
    while (this.#current === null && !this.#isIdle()) {
      try {
        await this.#open();
      } catch (error) {
        this.#failure = error;
        if (this.#isLost && delay === MAX_DELAY && !isTold) {
          isTold = true;
          const text = 'the bus could not reconnect, and keeps trying';
          this.#user.failed(PubSubError.unavailable(text, causeOf(error)));
        }
        await this.#pause(delay);
      }
      delay = Math.min(2 * delay, MAX_DELAY);
    }
    this.#isConnecting = false;
  }

  /** Ends with the bus: its timer would keep the process. */
  async #pause(ms: number): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #isIdle(): boolean {
    return this.#isClosed || this.#user.isIdle();
  }

  async #open(): Promise<void> {
    const state = { hasEnded: false };
    let own: LiveConnection | null = null;
    const attempt = new AbortController();
    const events: ConnectionEvents<Payload> = {
      message: (channel, payload) => {
        if (!state.hasEnded) this.#user.message(channel, payload);
      },
      end: () => {
        state.hasEnded = true;
        if (own !== null) this.#lose(own);
      },
    };
    const opening = this.#user.connect(events, attempt.signal);
    try {
      own = await withinTimeout(() => opening, this.#timeout);
    } catch (error) {
      // While the server does not respond, each attempt would otherwise keep a socket, and with it the process.
      attempt.abort();
      void opening.then(closeQuietly, () => undefined);
      throw error;
    }
    const connection = own;
    try {
      let listening = this.#user.channels();
      await this.#each(listening, (channel) => connection.listen(channel));
      // What is left meanwhile, also during this loop: `unlisten` has no connection until it is the current one.
      for (;;) {
        const needed = new Set(this.#user.channels());
        const left = listening.filter((channel) => !needed.has(channel));
        if (left.length === 0) break;
        await this.#each(left, (channel) => connection.unlisten(channel));
        listening = listening.filter((channel) => needed.has(channel));
      }
      if (state.hasEnded || this.#isClosed)
        throw PubSubError.unavailable('the connection to the bus was lost');
    } catch (error) {
      state.hasEnded = true;
      closeQuietly(connection);
      throw error;
    }
    this.#failure = null;
    this.#current = connection;
    for (const { resolve } of this.#waiting) resolve(connection);
    if (this.#isLost) this.#user.state('connected');
    this.#isLost = false;
  }

  async #each(
    channels: readonly string[],
    call: (channel: string) => PromiseLike<unknown>,
  ): Promise<void> {
    await Promise.all(channels.map((channel) => this.#shared.within(() => call(channel))));
  }

  #lose(connection: LiveConnection): void {
    if (this.#current !== connection) return;
    this.#current = null;
    closeQuietly(connection);
    this.#isLost = true;
    this.#user.state('disconnected');
    void this.#connect();
  }

  async #beat(): Promise<void> {
    const connection = this.#current;
    if (connection === null || this.#isBeating) return;
    this.#isBeating = true;
    try {
      await this.#shared.within(() => connection.ping());
      void this.#check();
    } catch {
      this.#lose(connection);
    } finally {
      this.#isBeating = false;
    }
  }

  /** Pings do not wait for it: while the server does not respond, it can take as long. */
  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    await this.#user.check();
    this.#isChecking = false;
  }
}

function causeOf(failure: unknown): unknown {
  return failure instanceof PubSubError ? (failure.cause ?? failure) : failure;
}

function closeQuietly(connection: LiveConnection): void {
  try {
    connection.close();
  } catch {
    // It has ended already.
  }
}
