import type { Awaitable } from '@mortise/http-message';
import type { ServerHandle } from '../server-handle.js';

/** How a process ends with its server. */
export interface ProcessEndOptions {
  /** Run when the last connection is closed, before the process exits: ends pools, flushes logs. */
  readonly onClosed?: () => Awaitable<void>;

  /** Called with what made the end necessary or failed during it. Default: stderr. */
  readonly onError?: (error: unknown) => void;

  /** Ends the process. Default `process.exit`. */
  readonly exit?: (code: number) => void;
}

/** Which signals end a server, and how. */
export interface SignalOptions extends ProcessEndOptions {
  /** Default `SIGTERM` and `SIGINT`. */
  readonly signals?: readonly NodeJS.Signals[];
}

/**
 * Closes the server gracefully at the first signal and exits with 0, or with 1 when that fails. A
 * second signal exits with 1 at once.
 *
 * @returns takes the handlers away again
 */
export function installSignalHandlers(
  server: ServerHandle,
  options: SignalOptions = {},
): () => void {
  return endAtSignal(() => void endProcess(server, 0, options), options);
}

/**
 * Calls `end` at the first signal, and exits with 1 at the second.
 *
 * @returns takes the handlers away again
 */
export function endAtSignal(
  end: () => void,
  { signals = ['SIGTERM', 'SIGINT'], exit = exitProcess }: SignalOptions,
): () => void {
  let ending = false;
  const onSignal = (): void => {
    if (ending) exit(1);
    ending = true;
    end();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/**
 * Keeps an error that nobody caught from taking the running requests along: reports it, closes the
 * server gracefully and exits with 1, for the state of the process is not known any more.
 *
 * @returns takes the guards away again
 */
export function installProcessGuards(
  server: ServerHandle,
  options: ProcessEndOptions = {},
): () => void {
  const { onError = console.error } = options;
  let ending = false;
  const onStray = (error: unknown): void => {
    onError(error);
    if (ending) return;
    ending = true;
    void endProcess(server, 1, options);
  };
  process.on('uncaughtException', onStray);
  process.on('unhandledRejection', onStray);
  return () => {
    process.off('uncaughtException', onStray);
    process.off('unhandledRejection', onStray);
  };
}

/** Closes, cleans up, and exits: with 1 when one of the two fails, else with the code given. */
export async function endProcess(
  server: Pick<ServerHandle, 'close'>,
  code: number,
  { onClosed, onError = console.error, exit = exitProcess }: ProcessEndOptions,
): Promise<void> {
  try {
    await server.close();
    await onClosed?.();
  } catch (error) {
    onError(error);
    exit(1);
    return;
  }
  exit(code);
}

/** `process.exit`, looked up when it is called. */
export function exitProcess(code: number): void {
  process.exit(code);
}
