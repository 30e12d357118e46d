import { open, rename, rm } from 'node:fs/promises';
import type { StreamInterface } from '@mortise/http-message';
import { FileStream } from './file-stream.js';

/**
 * Puts a stream's whole content at a path: by rename when it is a file of ours, by copy when it is
 * not, or lies on another file system. The target is whole or as it was before.
 *
 * @throws the file system's error, or the stream's
 */
export async function moveFile(stream: StreamInterface, targetPath: string): Promise<void> {
  const path = stream instanceof FileStream ? stream.getMetadata('uri') : null;
  if (typeof path !== 'string') {
    await copy(stream, targetPath);
    return;
  }
  try {
    await rename(path, targetPath);
  } catch (error) {
    if (!isOtherFileSystem(error)) throw error;
    await copy(stream, targetPath);
    await rm(path, { force: true });
  }
}

/** Through a file beside the target, so that nobody ever sees a part of it. */
async function copy(stream: StreamInterface, targetPath: string): Promise<void> {
  const partPath = `${targetPath}.${crypto.randomUUID()}.part`;
  const position = stream.tell();
  try {
    await write(stream, partPath);
    await rename(partPath, targetPath);
  } catch (error) {
    await rm(partPath, { force: true });
    if (stream.isSeekable()) stream.seek(position);
    throw error;
  }
}

async function write(stream: StreamInterface, path: string): Promise<void> {
  if (stream.isSeekable()) stream.rewind();
  const file = await open(path, 'wx');
  try {
    for await (const chunk of stream) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}

function isOtherFileSystem(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EXDEV';
}
