import { isThenable, settled } from '@mortise/base';
import { integer, options, or, rule } from '@mortise/base/options';
import type { RequestHandlerInterface } from '@mortise/http-message';
import type { Server } from 'node:net';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { OnError } from '../listener-options.js';

/** Milliseconds between two checks of the event loop. */
const LOOK_INTERVAL = 100;

/** Limits beyond which a server responds with 503 immediately, instead of responding late. */
export interface OverloadOptions {
  /** Maximum milliseconds that the event loop can be late. Default 1,000. */
  readonly loopDelay?: number | undefined;

  /** Maximum number of handlers whose promises are pending. Default: no limit. */
  readonly handlers?: number | undefined;

  /** Seconds after which clients should retry, sent as `Retry-After` (RFC 9110 10.2.3). Default 5. */
  readonly retryAfter?: number | undefined;
}

/** A handler that refuses requests while the server is overloaded. */
export interface OverloadGuard extends RequestHandlerInterface {
  /** Passes errors to the server's `onError`, but only the first refusal of each overload. */
  readonly report: OnError;
  /** Checks the event loop while a server is listening. */
  watch(server: Server): void;
}

const count = integer(0);

/** Checks the options of an {@link OverloadGuard}, and adds the defaults. */
export const overloadOptions = options<OverloadOptions>()('overload', {
  loopDelay: or(integer(0, undefined, 'milliseconds'), 1_000),
  handlers: or(
    rule<number>((value) => value === Infinity || count.accepts(value), count.expected),
    Infinity,
  ),
  retryAfter: or(integer(0, undefined, 'seconds'), 5),
});

/** @throws {OptionError} `OPTION_INVALID` for a value that is not a non-negative integer */
export function overloadGuard(
  handler: RequestHandlerInterface,
  given: OverloadOptions,
  onError: OnError,
): OverloadGuard {
  const { loopDelay, handlers, retryAfter } = overloadOptions(given);
  let running = 0;
  /** When the next check of the event loop is due. */
  let due = Infinity;
  /** Thrown for every request during one overload; reported once. */
  let refusal: NodeAdapterError | null = null;
  let refused = false;
  let reported: unknown = null;
  const refuse = (reason: string): NodeAdapterError => {
    refused = true;
    refusal ??= Object.assign(
      new NodeAdapterError('OVERLOADED', `requests are refused: ${reason}`, 503),
      { headers: { 'Retry-After': String(retryAfter) } },
    );
    return refusal;
  };
  const leave = (): void => {
    running--;
  };
  const look = (): void => {
    due = performance.now() + LOOK_INTERVAL;
    if (!refused) refusal = null;
    refused = false;
  };
  return {
    handle(request) {
      const late = performance.now() - due;
      if (late > loopDelay) throw refuse(`the event loop is ${Math.round(late)} ms late`);
      if (running >= handlers) throw refuse(`${running} handlers are running`);
      const result = settled(handler.handle(request));
      if (handlers !== Infinity && isThenable(result)) {
        running++;
        result.then(leave, leave);
      }
      return result;
    },
    report(error, event) {
      if (error === reported) return;
      if (error === refusal) reported = error;
      onError(error, event);
    },
    watch(server) {
      server.once('listening', () => {
        look();
        const timer = setInterval(look, LOOK_INTERVAL).unref();
        server.once('close', () => {
          clearInterval(timer);
        });
      });
    },
  };
}
