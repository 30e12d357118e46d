import type { Server } from 'node:net';

/** Maximum number of connections that can wait in the kernel: Node's default for `listen`. */
const BACKLOG = 511;

/** Milliseconds that draining can take. */
export interface DrainTimes {
  /** Until then it continues while any connection arrives. */
  readonly calm: number;
  /** Until then it continues while connections arrive that may have waited from the beginning. */
  readonly most: number;
}

/**
 * Calls back after a server has accepted the connections that wait for it in the kernel, which resets the
 * remaining ones when it stops listening: after a turn of the event loop without a new connection. Node
 * accepts one in a turn.
 *
 * Connections that arrive during that last turn are still lost, so it has to be a short one:
 * at most a hundredth of the elapsed time.
 *
 * On a busy machine the turns for the connections that waited from the beginning can take seconds. So if
 * connections keep arriving, it stops after {@link DrainTimes.calm} only if it has accepted as many as can
 * wait, and in any case after {@link DrainTimes.most}.
 */
export function drainAcceptQueue(
  server: Server,
  { calm, most }: DrainTimes,
  then: () => void,
): void {
  const begun = performance.now();
  let turn = begun;
  let took = true; // perhaps, in the turn that runs
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
    then(); // first of all: connections that arrive in the meantime are lost
    server.off('connection', onTaken).off('drop', onTaken);
  };
  server.on('connection', onTaken).on('drop', onTaken);
  setImmediate(look);
}
