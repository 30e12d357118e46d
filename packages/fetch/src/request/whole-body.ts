import type { BodyWatcher } from '@mortise/base/adapter';
import {
  bodyConsumed,
  bodyIdle,
  bodyIncomplete,
  bodyTooLarge,
  bodyTooSlow,
} from './body-errors.js';
import { FetchAdapterError } from '../errors.js';
import type { FetchLimits } from '../limits.js';
import type { Timeouts } from '../timeouts.js';

/**
 * Reads the whole body of a request with one call of the platform, under one timeout. Its stream, and two reads with
 * timeouts, cost five times as much.
 *
 * @param declared the length that the client declared: the timeout depends on it
 * @param watcher notified while the read waits; `null` for none
 * @returns rejects with a {@link FetchAdapterError} as for reading chunk by chunk
 */
export function readWhole(
  request: Request,
  declared: number,
  limits: FetchLimits,
  timeouts: Timeouts,
  watcher: BodyWatcher | null,
): Promise<Uint8Array> {
  const [milliseconds, late] = longestWait(declared, limits);
  watcher?.bodyWaits();
  // Not `async`, and one promise: most requests with a body take this path.
  return new Promise((resolve, reject) => {
    let waits = true;
    const timeout = timeouts.start(milliseconds, () => {
      rest();
      reject(late());
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

    /** What arrives after the timeout is ignored. */
    function rest(): void {
      if (!waits) return;
      waits = false;
      timeout.end();
      watcher?.bodyRests();
    }
  });
}

/** How long the body can take, and the error after that: the limit that is reached first. */
function longestWait(
  declared: number,
  { bodyIdleTimeout, bodyTimeout, bodyMinRate, bodyMinRateAfter }: FetchLimits,
): [milliseconds: number, late: () => FetchAdapterError] {
  // A body that is incomplete after this time has arrived at less than the minimum rate.
  const atMinRate = bodyMinRate === 0 ? Infinity : Math.ceil((declared * 1_000) / bodyMinRate);
  const slow = Math.max(bodyMinRateAfter, atMinRate);
  if (slow < bodyIdleTimeout && slow < bodyTimeout) return [slow, () => bodyTooSlow(bodyMinRate)];
  if (bodyIdleTimeout < bodyTimeout) return [bodyIdleTimeout, () => bodyIdle(bodyIdleTimeout)];
  return [bodyTimeout, () => bodyIncomplete(bodyTimeout)];
}

/** Older platforms have no `bytes()`. */
function contentOf(request: Request & { bytes?: () => Promise<Uint8Array> }): Promise<Uint8Array> {
  return request.bytes?.() ?? request.arrayBuffer().then((buffer) => new Uint8Array(buffer));
}

/** Whether other code has begun to read the body with a reader of the platform. */
function isLocked(request: Request): boolean {
  return !request.bodyUsed && request.body?.locked === true;
}
