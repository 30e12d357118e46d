import { soon } from './patience.js';

type Listener = (reason: unknown, promise?: unknown) => void;

/** The part of Node's `process` that is used here; Bun and Deno have it too. */
interface ProcessEvents {
  listeners(event: 'unhandledRejection'): readonly Listener[];
  on(event: 'unhandledRejection', listener: Listener): unknown;
  off(event: 'unhandledRejection', listener: Listener): unknown;
}

/** The part of the web's global scope that is used here. */
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
 * Whether the runtime reports an unhandled rejection during a call or shortly after it.
 *
 * @param reason the reason of the expected rejection; others are reported as usual
 * @returns `false` also if the runtime reports no rejections, or if a test runner gets the report first (Jest, whose
 *   test then fails)
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

/** Watches for the rejection. @returns a function that stops watching */
function watch(reason: unknown, report: () => void): () => void {
  const scope = globalThis as WebEvents;
  const { process } = scope;
  return process === undefined
    ? watchWeb(scope, reason, report)
    : watchProcess(process, reason, report);
}

/** Replaces all listeners, because a test runner's listener would end the run. */
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
