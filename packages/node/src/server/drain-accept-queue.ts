import type { Server } from 'node:net';

/**
 * Calls back after a server has accepted the connections that wait for it in the kernel, which resets the
 * remaining ones when it stops listening: after a turn of the event loop without a new connection. Node
 * accepts one in a turn.
 *
 * Connections that arrive during that last turn are still lost, so it has to be a short one:
 * at most a hundredth of the elapsed time.
 *
 * @param most milliseconds after which it stops waiting if connections keep arriving
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
    then(); // first of all: connections that arrive in the meantime are lost
    server.off('connection', onTaken).off('drop', onTaken);
  };
  server.on('connection', onTaken).on('drop', onTaken);
  setImmediate(look);
}
