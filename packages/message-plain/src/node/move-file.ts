import { open, rename, rm } from 'node:fs/promises';
import type { StreamInterface } from '@mortise/http-message';
import { FileStream } from './file-stream.js';

/**
 * Moves a stream's whole content to a path: file streams of this package by renaming, others, and those on other file
 * systems, by copying. The target is either complete or unchanged; a copy is readable only by the current user.
 *
 * @throws the file system's or the stream's error
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

/** Copies to a file next to the target first, so other programs never see an incomplete target. */
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
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of stream) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}

function isOtherFileSystem(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EXDEV';
}
