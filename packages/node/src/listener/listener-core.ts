import { catchAwaitable, isThenable } from '@mortise/base';
import { errorReporter, type OptionsFor } from '@mortise/base/adapter';
import type {
  Awaitable,
  ErrorEvent,
  RequestHandlerInterface,
  ServerRequestCreatorInterface,
} from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import { type KeepAlive, keepAliveOf } from '../connection/keep-alive.js';
import { LingeringClose } from '../connection/lingering-close.js';
import { Deadlines } from '../deadlines.js';
import { Turns } from '../fast/turns.js';
import type { ListenerOptions, OnError } from '../listener-options.js';
import { NodeBodySource } from '../request/body-source.js';
import { bodyTimeouts } from '../request/body-timeouts.js';
import { chunkOverhead, type LimitOverhead } from '../request/chunk-overhead.js';
import { mountOf, type MountOf } from '../request/mount.js';
import { RequestHead, type RefusalOf, refusalOf } from '../request/request-head.js';
import {
  type ClientOf,
  MountedRequestSource,
  NodeRequestSource,
} from '../request/request-source.js';
import { clientOf } from '../request/trust.js';
import type { PeerSocket } from '../request/trusted-peers.js';
import { limitsWith, type ServerLimits } from '../server-limits.js';
import type { HandlerClock } from './handler-clock.js';

/** The state that all requests of one listener share. */
export class ListenerCore {
  readonly handler: RequestHandlerInterface;
  readonly factories: ServerRequestCreatorInterface;
  /** The option; `''` for the root. */
  readonly basePath: string;
  readonly limits: ServerLimits;
  /** Passes an error to `onError`; never throws. */
  readonly report: OnError;
  /** Whether the server is closing, and connections with it. */
  closing = false;
  /** Deadlines of the handlers that have not responded yet. */
  readonly handling: Deadlines<HandlerClock>;
  readonly turns = new Turns();
  /** Closes connections whose client is still sending, and discards what it sends. */
  readonly lingering: LingeringClose;
  /** How long idle connections are kept, for a server of this package. */
  readonly keepAliveOf: (socket: PeerSocket) => KeepAlive;
  readonly limitOverhead: LimitOverhead;
  readonly refusalOf: RefusalOf;
  /** The asynchronous cleanups that are still running; these promises never reject. */
  readonly #ending = new Set<PromiseLike<void>>();
  readonly #clientOf: ClientOf;
  readonly #mountOf: MountOf | null;
  readonly #bodyTimeouts;

  /** @param embedded whether another application passes on the requests */
  constructor(
    handler: RequestHandlerInterface,
    options: OptionsFor<RequestHandlerInterface, ListenerOptions>,
    embedded = false,
  ) {
    this.handler = handler;
    this.factories = options.factories;
    this.basePath = options.basePath ?? '';
    this.report = errorReporter(options.onError);
    this.limits = limitsWith(options.limits);
    const { handlerTimeout, checkInterval } = this.limits;
    this.handling = new Deadlines<HandlerClock>(handlerTimeout, checkInterval, (clock) => {
      clock.expire();
    });
    this.lingering = new LingeringClose(checkInterval);
    this.keepAliveOf = keepAliveOf(options, this.limits);
    this.limitOverhead = chunkOverhead(checkInterval);
    this.refusalOf = refusalOf(options.trustProxy);
    this.#clientOf = clientOf(options);
    this.#mountOf = mountOf(options, embedded);
    this.#bodyTimeouts = bodyTimeouts(this.limits);
  }

  /**
   * Describes a request for the factories.
   *
   * @param sendContinue sends `100 Continue`; `null` if the client does not wait for it
   */
  describe(
    incoming: IncomingMessage,
    head: RequestHead,
    sendContinue: (() => void) | null,
  ): NodeRequestSource {
    const { contentLength, encoded } = head;
    const size = encoded ? null : contentLength;
    const body =
      size === -1
        ? null
        : new NodeBodySource(
            incoming,
            size,
            this.limits.bodyInMemory,
            this.#bodyTimeouts,
            sendContinue,
          );
    const mount = this.#mountOf === null ? null : this.#mountOf(incoming);
    return mount === null
      ? new NodeRequestSource(incoming, head, body, this.#clientOf)
      : new MountedRequestSource(mount, incoming, head, body, this.#clientOf);
  }

  /** Describes a request that is not handled here, for {@link report}. */
  sourceOf(incoming: IncomingMessage): NodeRequestSource {
    const { rawHeaders, url = '' } = incoming;
    const head = new RequestHead(rawHeaders, url, false, this.limits);
    return new NodeRequestSource(incoming, head, null, this.#clientOf);
  }

  /**
   * Runs the end of a lifetime, or a part of it, and reports failed cleanups.
   *
   * @param eventOf describes the request for the report
   */
  settle(end: () => Awaitable<void>, eventOf: () => ErrorEvent): void {
    const report = (error: unknown): void => {
      this.report(error, eventOf());
    };
    const ending = catchAwaitable(end, report);
    if (isThenable(ending)) this.#keep(ending);
  }

  /** Waits for the asynchronous cleanups of requests that have ended. */
  async cleanedUp(): Promise<void> {
    await Promise.all(this.#ending);
  }

  #keep(ending: PromiseLike<void>): void {
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }
}
