import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const DESCRIPTORS = '/proc/self/fd';

/**
 * How many files of a folder this process has open, removed ones too; none where the system does not
 * tell. Others are nobody's business: what else runs in the process opens and closes its own.
 */
export function openFiles(folder: string): number {
  if (!existsSync(DESCRIPTORS)) return 0;
  const begin = `${realpathSync(folder)}/`;
  return readdirSync(DESCRIPTORS).filter((descriptor) => {
    try {
      return readlinkSync(join(DESCRIPTORS, descriptor)).startsWith(begin);
    } catch {
      return false; // closed since
    }
  }).length;
}
