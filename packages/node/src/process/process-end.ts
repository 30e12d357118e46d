import {
  accepted,
  callable,
  ensure,
  list,
  methods,
  nested,
  observer,
  OptionError,
  options,
  or,
  rule,
  type Complete,
} from '@mortise/base/options';
import type { Awaitable } from '@mortise/http-message';
import type { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { assertMainThread } from '../server/check-runtime.js';
import type { ServerHandle } from '../server-handle.js';

/** How a process exits after its server has closed. */
export interface ProcessEndOptions {
  /**
   * Called after the server has closed, before the process exits, for example to flush logs. It has no time limit, unlike
   * hooks of the server's `onClosed`. Default: nothing.
   */
  readonly onClosed?: (() => Awaitable<void>) | undefined;

  /** Called with the error that caused the shutdown, or that occurred during it. Default: prints it to stderr. */
  readonly onError?: ((error: unknown) => void) | undefined;

  /** Ends the process with an exit code, once the last server with the same function has closed. Default `process.exit`. */
  readonly exit?: ((code: number) => void) | undefined;
}

/** Which signals close a server, and how the process exits. */
export interface SignalOptions extends ProcessEndOptions {
  /** The signals that close the server, at least one. Default: `SIGTERM` and `SIGINT`. */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
}

/** The rule for a signal name. */
export const signal = rule<NodeJS.Signals>(isSignal, 'a signal name, such as "SIGTERM"');

/** The rules of {@link ProcessEndOptions}. */
const endRules = {
  onClosed: or(callable, () => undefined),
  onError: or(observer, printsError),
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
 * Closes the server gracefully on the first signal, then exits with 0, or with 1 if closing fails. If several servers have
 * handlers, the process exits when all of them have closed. A second signal exits with 1 immediately.
 *
 * @returns a function that removes the handlers
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {NodeAdapterError} `RUNTIME_UNSUPPORTED` in a worker thread
 */
export function installSignalHandlers(server: ServerHandle, options?: SignalOptions): () => void {
  assertServer(server, 'installSignalHandlers');
  assertMainThread('installSignalHandlers');
  const checked = declaredSignals(options);
  return endAtSignal(() => void endProcess(() => server.close(), 0, checked), checked);
}

/**
 * Calls `end` on the first signal, and exits with 1 on the second.
 *
 * @returns a function that removes the handlers
 */
export function endAtSignal(
  end: () => void,
  { signals, exit }: Pick<Complete<SignalOptions>, 'signals' | 'exit'>,
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
 * @returns a function that removes it
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
 * Handles uncaught exceptions and unhandled rejections: reports the error, closes the server gracefully, so that
 * running requests finish, and exits with 1, because the state of the process is unknown.
 *
 * @returns a function that removes the guards
 * @throws {OptionError} `OPTION_INVALID`
 */
export function installProcessGuards(
  server: ServerHandle,
  options?: ProcessEndOptions,
): () => void {
  assertServer(server, 'installProcessGuards');
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

/** The servers that are closing, by the function that ends the process: the last of them calls it. */
const endings = new WeakMap<(code: number) => void, { count: number; code: number }>();

/**
 * Closes the server, calls `onClosed`, and exits: with 1 if either fails, otherwise with the given code. While other
 * servers with the same `exit` are closing, the last of them exits, with the highest code.
 */
export async function endProcess(
  close: () => Awaitable<void>,
  code: number,
  { onClosed, onError, exit }: Complete<ProcessEndOptions>,
): Promise<void> {
  const ending = endings.get(exit) ?? { count: 0, code: 0 };
  endings.set(exit, ending);
  ending.count += 1;
  ending.code = Math.max(ending.code, code);
  try {
    await close();
    await onClosed();
  } catch (error) {
    onError(error);
    ending.code = 1;
  }
  ending.count -= 1;
  if (ending.count > 0) return;
  endings.delete(exit);
  exit(ending.code);
}

/** What also has `close`, by a method that a server of `serve` does not have. */
const OTHERS = { handle: 'an application', listen: 'a server of Node' };

/**
 * Refuses the promise of `serve`, and what also has `close`: an application, and Node's own server, whose `close` returns
 * before it has closed. The process would end while requests are running.
 *
 * @param door the function that takes the server
 */
function assertServer(server: ServerHandle, door: string): void {
  const path = `${door}.server`;
  const expected = `a server: ${door}(await serve(app))`;
  for (const [method, name] of Object.entries(OTHERS)) {
    if (!methods('', method).accepts(server)) continue;
    throw new OptionError(path, server, expected, `invalid ${path}: received ${name}`);
  }
  accepted(methods(expected, 'close'), server, path);
}

/** Calls `console.error`, looked up on each call. */
function printsError(error: unknown): void {
  console.error(error);
}

/** Calls `process.exit`, looked up on each call. */
function exitProcess(code: number): void {
  process.exit(code);
}

function isSignal(value: unknown): boolean {
  // No process can handle SIGKILL or SIGSTOP.
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
