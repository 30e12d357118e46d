import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const DESCRIPTORS = '/proc/self/fd';

/**
 * How many files of a folder this process has open, removed ones too; none where the system does not
 * tell. Others are nobody's business: what else runs in the process opens and closes its own.
 */
export function openFiles(folder: string): number {
  return descriptorsIn(folder).length;
}

/** The descriptor of the only file of a folder that this process has open. */
export function descriptorIn(folder: string): number {
  const [descriptor, ...others] = descriptorsIn(folder);
  if (descriptor === undefined || others.length > 0) throw new Error('expected one open file');
  return Number(descriptor);
}

function descriptorsIn(folder: string): string[] {
  if (!existsSync(DESCRIPTORS)) return [];
  const begin = `${realpathSync(folder)}/`;
  return readdirSync(DESCRIPTORS).filter((descriptor) => {
    try {
      return readlinkSync(join(DESCRIPTORS, descriptor)).startsWith(begin);
    } catch {
      return false; // closed since
    }
  });
}
