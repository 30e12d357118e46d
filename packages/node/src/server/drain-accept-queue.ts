import type { Server } from 'node:net';
import { BACKLOG, fillAcceptQueue } from './fill-accept-queue.js';
import { setImmediate } from '../set-immediate.js';

/** Milliseconds until it is tried again to fill the queue: Linux repeats a handshake sooner. */
const PAUSE = 250;

/** Milliseconds that draining can take. */
export interface DrainTimes {
  /** Until then, draining continues while any connections arrive. */
  readonly calm: number;
  /** Until then, draining continues while the connections that arrive may have been waiting from the start. */
  readonly most: number;
}

/**
 * Calls `then` when a server has accepted the connections that wait in the kernel, that is, after a turn of the event
 * loop without a new one (Node accepts one per turn). The kernel resets those that still wait when the server stops
 * listening.
 *
 * Connections that arrive during that last turn are still lost, so it must be short: at most a hundredth of the elapsed
 * time.
 *
 * On a busy machine, accepting the connections that were already waiting can take seconds. If connections keep
 * arriving, draining therefore stops after {@link DrainTimes.calm} only if it has accepted more than can wait, and in
 * any case after {@link DrainTimes.most}.
 */
export function drainAcceptQueue(
  server: Server,
  { calm, most }: DrainTimes,
  then: () => void,
): void {
  const begun = performance.now();
  let turn = begun;
  let took = true; // assumed for the current turn
  let accepted = 0;
  const onTaken = (): void => {
    took = true;
    accepted++;
  };
  const look = (): void => {
    const now = performance.now();
    const isEarly = now - begun < calm;
    const isLong = now - turn > (now - begun) / 100;
    if (took ? isEarly || (accepted <= BACKLOG && now - begun < most) : isLong && isEarly) {
      took = false;
      turn = now;
      setImmediate(look);
      return;
    }
    fillAcceptQueue(server, (isFilled) => {
      if (!isFilled && isEarly) {
        setTimeout(look, PAUSE);
        return;
      }
      then(); // first, because connections that arrive before it can be lost
      server.off('connection', onTaken).off('drop', onTaken);
    });
  };
  server.on('connection', onTaken).on('drop', onTaken);
  setImmediate(look);
}
