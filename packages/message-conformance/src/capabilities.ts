import type { Awaitable, TemporaryStorageInterface } from '@mortise/http-message';

/**
 * Features that only some runtimes have. Rules about omitted ones are not run.
 */
export interface Capabilities {
  /** For an implementation that opens and moves files. */
  readonly files?: FileAccess;

  /** For an implementation that has temporary storage. */
  readonly temporaryStorage?: TemporaryStorageInterface;
}

/** Creates and reads files for the kit, which does not access the file system itself. */
export interface FileAccess {
  /** Creates a new file in a folder of its own. @returns its path */
  temporaryFile(content: Uint8Array): Awaitable<string>;

  /** The content of a file; `null` if it does not exist. */
  contents(path: string): Awaitable<Uint8Array | null>;

  /** The names of all entries in the folder of a file. */
  namesBeside(path: string): Awaitable<readonly string[]>;

  /** Whether only the owner of a file can read it. Omitted where files have no such permission, as on Windows. */
  isPrivate?(path: string): Awaitable<boolean>;
}
