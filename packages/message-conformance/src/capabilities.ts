import type { Awaitable, TemporaryStorageInterface } from '@mortise/http-message';

/** Features that only some runtimes have. Rules about omitted features are not run. */
export interface Capabilities {
  /** For an implementation that opens and moves files. */
  readonly files?: FileAccess;

  /** For an implementation that has temporary storage. */
  readonly temporaryStorage?: TemporaryStorageInterface;
}

/** Creates and reads files for the cases, which do not access the file system themselves. */
export interface FileAccess {
  /** Creates a file in its own new folder. @returns the file's path */
  temporaryFile(content: Uint8Array): Awaitable<string>;

  /** Returns the content of a file; `null` if it does not exist. */
  contents(path: string): Awaitable<Uint8Array | null>;

  /** Returns the names of all entries in a file's folder, including the file. */
  namesBeside(path: string): Awaitable<readonly string[]>;

  /** Whether only the owner of a file can read it. Omit it where files have no such permission, as on Windows. */
  isPrivate?(path: string): Awaitable<boolean>;
}
