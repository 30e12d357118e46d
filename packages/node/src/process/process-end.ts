import { accepted, callable, ensure, list, nested, options, or, rule } from '@mortise/base/options';
import type { Awaitable } from '@mortise/http-message';
import type { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import type { ServerHandle } from '../server-handle.js';

/** How a process ends with its server. */
export interface ProcessEndOptions {
  /** Runs after the last connection has closed, before the process exits: closes pools, flushes logs. */
  readonly onClosed?: () => Awaitable<void>;

  /** Called with the error that caused the shutdown, or that occurred during it. Default: prints it to stderr. */
  readonly onError?: (error: unknown) => void;

  /** Ends the process. Default `process.exit`. */
  readonly exit?: (code: number) => void;
}

/** Which signals end a server, and how. */
export interface SignalOptions extends ProcessEndOptions {
  /** Default: `SIGTERM` and `SIGINT`. */
  readonly signals?: readonly NodeJS.Signals[];
}

/** The rule of the name of a signal. */
export const signal = rule<NodeJS.Signals>(isSignal, 'the name of a signal, such as "SIGTERM"');

/** The rules of {@link ProcessEndOptions}. */
const endRules = {
  onClosed: or(callable, () => undefined),
  onError: or(callable, printsError),
  exit: or(callable, exitProcess),
};

/** The rules of {@link SignalOptions}. */
export const signalRules = {
  ...endRules,
  signals: nested(signalsOf),
};

const declaredSignals = options<SignalOptions>()('installSignalHandlers', signalRules);
const declaredGuards = options<ProcessEndOptions>()('installProcessGuards', endRules);

/**
 * Closes the server gracefully on the first signal and exits with 0, or with 1 if that fails. A
 * second signal exits with 1 immediately.
 *
 * @returns removes the handlers
 * @throws {OptionError} `OPTION_INVALID`
 */
export function installSignalHandlers(server: ServerHandle, options?: SignalOptions): () => void {
  const checked = declaredSignals(options);
  return endAtSignal(() => void endProcess(() => server.close(), 0, checked), checked);
}

/**
 * Calls `end` on the first signal, and exits with 1 on the second.
 *
 * @returns removes the handlers
 */
export function endAtSignal(
  end: () => void,
  { signals, exit }: Pick<Required<SignalOptions>, 'signals' | 'exit'>,
): () => void {
  let ending = false;
  const onSignal = (): void => {
    if (ending) exit(1);
    ending = true;
    end();
  };
  return onProcess(signals, onSignal);
}

/**
 * Adds a listener to events of the process.
 *
 * @returns removes it
 */
export function onProcess(
  events: readonly string[],
  listener: (value: unknown) => void,
): () => void {
  const emitter: Pick<EventEmitter, 'on' | 'off'> = process;
  for (const event of events) emitter.on(event, listener);
  return () => {
    for (const event of events) emitter.off(event, listener);
  };
}

/**
 * Lets running requests finish after an uncaught error: reports it, closes the server gracefully and
 * exits with 1, because the state of the process is unknown.
 *
 * @returns removes the guards
 * @throws {OptionError} `OPTION_INVALID`
 */
export function installProcessGuards(
  server: ServerHandle,
  options?: ProcessEndOptions,
): () => void {
  const checked = declaredGuards(options);
  let ending = false;
  const onStray = (error: unknown): void => {
    checked.onError(error);
    if (ending) return;
    ending = true;
    void endProcess(() => server.close(), 1, checked);
  };
  return onProcess(['uncaughtException', 'unhandledRejection'], onStray);
}

/** Closes, cleans up, and exits: with 1 if one of the two fails, otherwise with the given code. */
export async function endProcess(
  close: () => Awaitable<void>,
  code: number,
  { onClosed, onError, exit }: Required<ProcessEndOptions>,
): Promise<void> {
  try {
    await close();
    await onClosed();
  } catch (error) {
    onError(error);
    exit(1);
    return;
  }
  exit(code);
}

/** `console.error`, looked up when it is called. */
function printsError(error: unknown): void {
  console.error(error);
}

/** `process.exit`, looked up when it is called. */
function exitProcess(code: number): void {
  process.exit(code);
}

function isSignal(value: unknown): boolean {
  // No process can handle the last two.
  const isKnown = typeof value === 'string' && Object.hasOwn(constants.signals, value);
  return isKnown && value !== 'SIGKILL' && value !== 'SIGSTOP';
}

function signalsOf(
  given: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
  path: string,
): readonly NodeJS.Signals[] {
  accepted(list(signal, 'a list of signals'), given, path);
  ensure(given.length > 0, path, given, 'at least one signal');
  return given;
}
