import type { BodyWatcher } from '@mortise/base/adapter';
import {
  bodyConsumed,
  bodyIdle,
  bodyIncomplete,
  bodyTooLarge,
  bodyTooSlow,
} from './body-errors.js';
import { FetchAdapterError } from '../fetch-adapter-error.js';
import type { FetchLimits } from '../limits.js';
import type { Timeouts } from '../timeouts.js';

/**
 * Reads the whole body of a request with one call to the platform, under one timeout. A stream, and two reads with
 * timeouts, would cost five times as much.
 *
 * @param declared the length that the client declared: the timeout depends on it
 * @param watcher notified while the read waits; `null` for none
 * @returns rejects with the same {@link FetchAdapterError} as reading chunk by chunk
 */
export function readWhole(
  request: Request,
  declared: number,
  limits: FetchLimits,
  timeouts: Timeouts,
  watcher: BodyWatcher | null,
): Promise<Uint8Array> {
  watcher?.bodyWaits();
  // Not `async`, and one promise: most requests with a body take this path.
  return new Promise((resolve, reject) => {
    let waits = true;
    const timeout = timeouts.start(longestWait(declared, limits), () => {
      rest();
      reject(late(declared, limits));
    });
    contentOf(request).then(
      (bytes) => {
        rest();
        if (bytes.byteLength <= limits.bodyInMemory) resolve(bytes);
        else reject(bodyTooLarge(limits.bodyInMemory));
      },
      (error: unknown) => {
        rest();
        reject(isLocked(request) ? bodyConsumed() : FetchAdapterError.clientGone(error));
      },
    );

    /** Ends the wait, once: what arrives after the timeout is ignored. */
    function rest(): void {
      if (!waits) return;
      waits = false;
      timeout.end();
      watcher?.bodyRests();
    }
  });
}

/** Milliseconds that the body can take: the limit that is reached first. */
function longestWait(declared: number, limits: FetchLimits): number {
  return Math.min(slowest(declared, limits), limits.bodyIdleTimeout, limits.bodyTimeout);
}

/** Milliseconds after which an incomplete body has arrived at less than the minimum rate. */
function slowest(declared: number, { bodyMinRate, bodyMinRateAfter }: FetchLimits): number {
  if (bodyMinRate === 0) return Infinity;
  return Math.max(bodyMinRateAfter, Math.ceil((declared * 1_000) / bodyMinRate));
}

/** The error after {@link longestWait}. */
function late(declared: number, limits: FetchLimits): FetchAdapterError {
  const { bodyIdleTimeout, bodyTimeout, bodyMinRate } = limits;
  const longest = Math.min(bodyIdleTimeout, bodyTimeout);
  if (slowest(declared, limits) < longest) return bodyTooSlow(bodyMinRate);
  return bodyIdleTimeout < bodyTimeout ? bodyIdle(bodyIdleTimeout) : bodyIncomplete(bodyTimeout);
}

/** Older platforms have no `bytes()`. */
function contentOf(request: Request & { bytes?: () => Promise<Uint8Array> }): Promise<Uint8Array> {
  return request.bytes?.() ?? request.arrayBuffer().then((buffer) => new Uint8Array(buffer));
}

/** Whether other code has begun to read the body with a stream reader. */
function isLocked(request: Request): boolean {
  return !request.bodyUsed && request.body?.locked === true;
}
