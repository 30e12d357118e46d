import type { PaceLimits } from '@mortise/base/adapter';
import { Deadlines } from '../deadlines.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { ServerLimits } from '../server-limits.js';

/** A body that is read from the message itself, and checked at intervals. */
export interface LookedAtBody {
  look(): void;
}

/** A read that waits for the next bytes of a body. */
export interface BodyWaiter {
  readonly fail: (error: NodeAdapterError) => void;
}

/** The deadlines of all reads of bodies on one server. */
export interface BodyTimeouts extends PaceLimits<NodeAdapterError> {
  /** From a read to the next byte. */
  readonly idle: Deadlines<BodyWaiter>;
  /** From the first read to the last byte, for a body that is read as a whole. */
  readonly whole: Deadlines<BodyWaiter>;
  /** From one check to the next of a body that is read from the message itself. */
  readonly looks: Deadlines<LookedAtBody>;
}

/** @returns deadlines that fail the pending read with a 408 */
export function bodyTimeouts(limits: ServerLimits): BodyTimeouts {
  const { bodyIdleTimeout, bodyTimeout, checkInterval, handlerTimeout } = limits;
  // Well before the handler's time is up, however short it is.
  const interval = Math.max(1, Math.min(checkInterval, handlerTimeout >> 2));
  return {
    minRate: limits.bodyMinRate,
    minRateAfter: limits.bodyMinRateAfter,
    tooSlow: () => {
      const text = `The request body is too slow; expected at least ${limits.bodyMinRate} bytes per second.`;
      return new NodeAdapterError('BODY_TOO_SLOW', text, 408);
    },
    idle: new Deadlines<BodyWaiter>(bodyIdleTimeout, checkInterval, ({ fail }) => {
      const text = `No request body data arrived for ${bodyIdleTimeout} ms.`;
      fail(new NodeAdapterError('BODY_IDLE_TIMEOUT', text, 408));
    }),
    whole: new Deadlines<BodyWaiter>(bodyTimeout, checkInterval, ({ fail }) => {
      const text = `The request body did not arrive within ${bodyTimeout} ms.`;
      fail(new NodeAdapterError('BODY_TIMEOUT', text, 408));
    }),
    looks: new Deadlines<LookedAtBody>(interval, interval, (reads) => {
      reads.look();
    }),
  };
}
