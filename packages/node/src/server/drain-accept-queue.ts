import type { Server } from 'node:net';

/**
 * Calls back when a server has taken the connections that wait for it in the kernel, which resets those
 * that are left when it listens no more: behind a turn of the event loop that brought none. Node takes
 * one in a turn.
 *
 * What comes between such a turn's beginning and its end is lost still, so it has to be a short one;
 * not longer than a hundredth of the time that has passed.
 *
 * @param most milliseconds after which connections that come all the time are waited for no longer
 */
export function drainAcceptQueue(server: Server, most: number, then: () => void): void {
  const begun = performance.now();
  let turn = begun;
  let took = true; // perhaps, in the turn that runs
  const onTaken = (): void => {
    took = true;
  };
  const look = (): void => {
    const now = performance.now();
    if ((took || now - turn > (now - begun) / 100) && now - begun < most) {
      took = false;
      turn = now;
      setImmediate(look);
      return;
    }
    then(); // first of all: what comes meanwhile is lost
    server.off('connection', onTaken).off('drop', onTaken);
  };
  server.on('connection', onTaken).on('drop', onTaken);
  setImmediate(look);
}
