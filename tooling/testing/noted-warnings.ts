import { afterEach, beforeEach } from '@jest/globals';

/** What a call of `process.emitWarning` says. */
export interface NotedWarning {
  readonly message: string;
  readonly type?: string;
  readonly code?: string;
  readonly detail?: string;
}

/**
 * Notes the warnings of each test of a file instead of printing them, and gives back `NODE_ENV` after it. The runner gives
 * tests a process of their own, without the event `warning`.
 *
 * @returns the warnings of the running test, in order
 */
export function notedWarnings(): readonly NotedWarning[] {
  const emitWarning = process.emitWarning.bind(process);
  const before = process.env['NODE_ENV'];
  const warnings: NotedWarning[] = [];
  beforeEach(() => {
    warnings.length = 0;
    process.emitWarning = (message: Error | string, options: unknown) => {
      warnings.push({ message: String(message), ...(options as object) });
    };
  });
  afterEach(() => {
    process.emitWarning = emitWarning;
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  });
  return warnings;
}
