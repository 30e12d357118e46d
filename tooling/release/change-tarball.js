/** Changes texts in a tarball; all else, such as the order, the modes and the times of the files, is kept. */
import { gunzipSync, gzipSync } from 'node:zlib';

const BLOCK = 512;
const SIZE = { start: 124, end: 136 };
const CHECKSUM = { start: 148, end: 156 };

/**
 * @param {Buffer} tarball compressed by gzip; its headers as POSIX describes for `ustar`
 * @param {Record<string, (text: string) => string>} changes for paths of at most 100 bytes
 * @returns {Buffer}
 * @throws {Error} if it does not contain one of the paths
 */
export function changeTarball(tarball, changes) {
  const archive = gunzipSync(tarball);
  const missing = new Set(Object.keys(changes));
  const blocks = [];
  let at = 0;
  // Two empty blocks end an archive.
  while (at + BLOCK <= archive.length && archive[at] !== 0) {
    const header = archive.subarray(at, at + BLOCK);
    const size = Number.parseInt(textOf(header, SIZE), 8);
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    const name = textOf(header, { start: 0, end: 100 });
    if (missing.delete(name)) blocks.push(...entry(header, changes[name](content.toString())));
    else blocks.push(header, padded(content));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (missing.size > 0) throw new Error(`the tarball does not contain ${[...missing].join(', ')}`);
  return gzipSync(Buffer.concat([...blocks, archive.subarray(at)]), { level: 9 });
}

function entry(original, text) {
  const content = Buffer.from(text);
  const header = Buffer.from(original);
  header.write(`${content.length.toString(8).padStart(11, '0')} `, SIZE.start, 'latin1');
  // The sum of all bytes, its own taken as spaces.
  header.fill(' ', CHECKSUM.start, CHECKSUM.end);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM.start, 'latin1');
  return [header, padded(content)];
}

function padded(content) {
  return Buffer.concat([content, Buffer.alloc(-content.length & (BLOCK - 1))]);
}

function textOf(header, { start, end }) {
  return header.toString('utf8', start, end).replace(/\0.*$/s, '');
}
