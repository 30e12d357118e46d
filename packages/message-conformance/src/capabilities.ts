import type { Awaitable, TemporaryStorageInterface } from '@mortise/http-message';

/**
 * What only some runtimes have. What is left out is not tried.
 */
export interface Capabilities {
  /** Of an implementation that opens and moves files. */
  readonly files?: FileAccess;

  /** Of an implementation that has temporary storage. */
  readonly temporaryStorage?: TemporaryStorageInterface;
}

/** How the kit, which knows no file system, makes files and looks at them. */
export interface FileAccess {
  /** Makes a new file in a folder of its own. @returns its path */
  temporaryFile(content: Uint8Array): Awaitable<string>;

  /** What a file holds; `null` when there is none. */
  contents(path: string): Awaitable<Uint8Array | null>;

  /** The names of all that lies in the folder of a file. */
  namesBeside(path: string): Awaitable<readonly string[]>;
}
