import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { StreamInterface } from '@mortise/http-message';

/**
 * Moves the content of a stream to a path, completely or not at all. If the stream is backed by a file, the file is
 * renamed. If that is not possible (another file system, or no file), the content is copied to a new file next to the
 * target, which replaces the target when it is complete.
 */
export async function moveToFile(content: StreamInterface, targetPath: string): Promise<void> {
  const uri = content.getMetadata('uri');
  const path = typeof uri === 'string' ? uri : null;
  if (path === null || !(await renamed(path, targetPath))) {
    await copyWhole(content, targetPath);
    if (path !== null) await rm(path, { force: true }).catch(() => undefined);
  }
}

async function renamed(path: string, targetPath: string): Promise<boolean> {
  try {
    await rename(path, targetPath);
    return true;
  } catch {
    return false;
  }
}

async function copyWhole(content: StreamInterface, targetPath: string): Promise<void> {
  const part = `${targetPath}.${crypto.randomUUID()}`;
  const position = content.tell();
  try {
    await copy(content, part);
    await rename(part, targetPath);
  } catch (error) {
    await rm(part, { force: true });
    if (content.isSeekable()) content.seek(position);
    throw error;
  }
}

async function copy(content: StreamInterface, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeAll(content, file);
  } finally {
    await file.close();
  }
}

async function writeAll(content: StreamInterface, file: FileHandle): Promise<void> {
  if (content.isSeekable()) content.rewind();
  const known = content.inMemory();
  if (known !== null) return file.writeFile(known);
  for await (const chunk of content) await file.writeFile(chunk);
}
