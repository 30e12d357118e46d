import { optional, options, rule } from '@mortise/base/options';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TemporaryStorageInterface } from '@mortise/http-message';
import { SpillingWriter } from './spilling-writer.js';

/** Options of {@link createTemporaryStorage}. */
export interface TemporaryStorageOptions {
  /** An existing folder for temporary files. Default: the operating system's (`os.tmpdir()`). */
  readonly folder?: string | undefined;
}

const declared = options<TemporaryStorageOptions>()('createTemporaryStorage', {
  folder: optional(rule((folder) => typeof folder === 'string' && folder !== '', 'a folder')),
});

/**
 * Creates temporary storage that uses memory up to each writer's limit, and files above it. Files have unguessable
 * names, never replace an existing file, and are readable only by the current user.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function createTemporaryStorage(
  given: TemporaryStorageOptions = {},
): TemporaryStorageInterface {
  const { folder } = declared(given);
  return {
    // `tmpdir()` is called only when a file is created, because Deno requires a permission for it. The global `crypto`
    // is used because `node:crypto` would be loaded at startup.
    createWriter: (memoryLimit) =>
      new SpillingWriter(memoryLimit, () =>
        join(folder ?? tmpdir(), `mortise-${crypto.randomUUID()}`),
      ),
  };
}
