import { optional, options, rule } from '@mortise/base/options';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TemporaryStorageInterface } from '@mortise/http-message';
import { SpillingWriter } from './spilling-writer.js';

/** Where temporary files are created. */
export interface TemporaryStorageOptions {
  /** An existing folder; default: the operating system's. */
  readonly folder?: string;
}

const declared = options<TemporaryStorageOptions>()('createTemporaryStorage', {
  folder: optional(rule((folder) => typeof folder === 'string' && folder !== '', 'a folder')),
});

/**
 * Temporary storage in memory and, above the limit of each writer, in files: with unguessable names,
 * never replacing an existing file, readable only by the current user.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function createTemporaryStorage(
  given: TemporaryStorageOptions = {},
): TemporaryStorageInterface {
  const { folder } = declared(given);
  return {
    // The folder of the system is asked for with the first file: Deno needs a permission for it. The global `crypto`, because
    // `node:crypto` would be loaded at every start.
    createWriter: (memoryLimit) =>
      new SpillingWriter(memoryLimit, () =>
        join(folder ?? tmpdir(), `mortise-${crypto.randomUUID()}`),
      ),
  };
}
