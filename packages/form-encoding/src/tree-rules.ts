import type { Complete } from '@mortise/base/options';

/** How names are converted to a tree. */
export interface FormTreeOptions {
  /** The maximum number of brackets in a name: `a[b][c]` has 2. Default 32; `Infinity` for no limit. */
  readonly maxDepth?: number | undefined;
  /**
   * What happens when a limit is exceeded: `'refuse'`, the default, throws; `'truncate'` behaves like PHP: it drops a
   * name that is too deep, with all values under its first part, and ignores parameters beyond the maximum.
   */
  readonly onLimit?: 'refuse' | 'truncate' | undefined;
  /**
   * Whether, as in PHP, dots and spaces before the first bracket become `_` and leading spaces are removed. Default
   * false.
   */
  readonly phpNames?: boolean | undefined;
}

/** The options, with defaults applied. */
export type TreeRules = Complete<FormTreeOptions>;

/** Fills in the defaults. */
export function treeRules(options: FormTreeOptions): TreeRules {
  const { maxDepth = 32, onLimit = 'refuse', phpNames = false } = options;
  return { maxDepth, onLimit, phpNames };
}
