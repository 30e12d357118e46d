import { soon } from './patience.js';

type Listener = (reason: unknown, promise?: unknown) => void;

/** The part of Node's `process` that is used here; Bun and Deno have it too. */
interface ProcessEvents {
  listeners(event: 'unhandledRejection'): readonly Listener[];
  on(event: 'unhandledRejection', listener: Listener): unknown;
  off(event: 'unhandledRejection', listener: Listener): unknown;
}

/** The part of a global scope of the web that is used here. */
interface WebEvents {
  readonly process?: ProcessEvents;
  addEventListener?(event: 'unhandledrejection', listener: (event: WebRejection) => void): void;
  removeEventListener?(event: 'unhandledrejection', listener: (event: WebRejection) => void): void;
}

interface WebRejection {
  readonly reason: unknown;
  preventDefault(): void;
}

/**
 * Whether the runtime reports an unhandled rejection, during a call and shortly after it.
 *
 * @param reason that of the rejection; other rejections are reported as before
 * @returns `false` also where the runtime reports none, or a test runner receives the report (Jest, whose test then fails)
 */
export async function isLeftUnhandled(reason: unknown, act: () => void): Promise<boolean> {
  let isReported = false;
  const stop = watch(reason, () => {
    isReported = true;
  });
  try {
    act();
    await soon();
  } finally {
    stop();
  }
  return isReported;
}

/** @returns ends the watch */
function watch(reason: unknown, report: () => void): () => void {
  const scope = globalThis as WebEvents;
  const { process } = scope;
  return process === undefined
    ? watchWeb(scope, reason, report)
    : watchProcess(process, reason, report);
}

/** Replaces all listeners: that of a test runner would end the run. */
function watchProcess(process: ProcessEvents, reason: unknown, report: () => void): () => void {
  const others = process.listeners('unhandledRejection');
  const listener: Listener = (other, promise) => {
    if (other === reason) report();
    else if (others.length === 0) throw other;
    else for (const each of others) each(other, promise);
  };
  for (const each of others) process.off('unhandledRejection', each);
  process.on('unhandledRejection', listener);
  return () => {
    process.off('unhandledRejection', listener);
    for (const each of others) process.on('unhandledRejection', each);
  };
}

function watchWeb(scope: WebEvents, reason: unknown, report: () => void): () => void {
  const listener = (event: WebRejection) => {
    if (event.reason !== reason) return;
    event.preventDefault();
    report();
  };
  scope.addEventListener?.('unhandledrejection', listener);
  return () => scope.removeEventListener?.('unhandledrejection', listener);
}
