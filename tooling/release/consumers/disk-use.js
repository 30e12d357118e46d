/** The disk space that a user's folder takes after `npm install mortise`. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 5_300_000;
/** The unit of `stat.blocks`, whatever the block size of the file system. */
const BLOCK = 512;

/**
 * @param {string} folder of a project with `mortise` alone
 * @returns {string[]} a sentence if `mortise` with its dependencies exceeds the limit
 */
export function checkDiskUse(folder) {
  const bytes = bytesOnDisk(join(folder, 'node_modules'));
  console.log(`  ${bytes} bytes in blocks, as \`du\` counts them`);
  return bytes <= MAX_BYTES
    ? []
    : [`mortise with its dependencies takes ${bytes} bytes on disk; at most ${MAX_BYTES}`];
}

/** Blocks of files and folders: a file of one byte takes 4 KiB on most file systems. */
export function bytesOnDisk(path) {
  const own = lstatSync(path).blocks * BLOCK;
  if (!lstatSync(path).isDirectory()) return own;
  const names = readdirSync(path);
  return names.reduce((sum, name) => sum + bytesOnDisk(join(path, name)), own);
}
