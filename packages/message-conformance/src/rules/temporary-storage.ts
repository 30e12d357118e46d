import type { StreamInterface, TemporaryStorageInterface } from '@mortise/http-message';
import { bytes } from '../bytes.js';
import type { FileAccess } from '../capabilities.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectThat } from '../expect.js';
import { isEqual } from '../is-equal.js';
import { eventually } from '../patience.js';

/** Temporary storage, and access to its files; `undefined` without files. */
export interface StorageSubject {
  readonly storage: TemporaryStorageInterface;
  readonly files: FileAccess | undefined;
}

const LIMITS = [0, 1, 5, 6, 1000];

/** Rules for temporary storage. */
export const temporaryStorage: Rules<StorageSubject> = {
  async 'a temporary writer ends with a seekable stream of everything, at its start'({ storage }) {
    for (const limit of LIMITS) {
      const stream = await written(storage, limit);
      expectThat(
        stream.isReadable() && stream.isSeekable(),
        'the stream is not readable and seekable',
      );
      expectEqual(stream.tell(), 0, 'tell()');
      expectEqual(stream.getSize(), 6, 'getSize()');
      expectEqual(await stream.getContents(), bytes('abcdef'), `the content over ${limit}`);
      stream.rewind();
      expectEqual(await stream.text(), 'abcdef', 'the content once more');
      stream.close();
    }
  },

  async 'a temporary writer without bytes ends with an empty stream'({ storage }) {
    for (const limit of [0, 5]) {
      const stream = await storage.createWriter(limit).end();
      expectEqual(stream.getSize(), 0, 'getSize()');
      expectEqual(await stream.getContents(), new Uint8Array(), 'the content');
      stream.close();
    }
  },

  async 'a temporary writer counts the bytes'({ storage }) {
    for (const limit of LIMITS) {
      const writer = storage.createWriter(limit);
      expectEqual(writer.size, 0, 'the size at the beginning');
      for (const [part, size] of [
        ['abc', 3],
        ['', 3],
        ['de', 5],
      ] as const) {
        await writer.write(bytes(part));
        expectEqual(writer.size, size, 'the size');
      }
      await writer.discard();
    }
  },

  async 'a temporary writer is synchronous while in memory'({ storage }) {
    const writer = storage.createWriter(3);
    expectEqual(writer.write(bytes('abc')), undefined, 'what write returns within the limit');
    await writer.discard();
  },

  async 'content within the limit is in memory'({ storage }) {
    const fits = await written(storage, 6);
    expectThat(fits.inMemory() !== null, 'content within the limit is not in memory');
    fits.close();
  },

  async 'content that exceeds the limit by one byte is in a file'({ storage, files }) {
    // Storage need not use files.
    if (files === undefined) return;
    const spilled = await written(storage, 5);
    expectEqual(typeof spilled.getMetadata('uri'), 'string', 'the type of the path of the file');
    spilled.close();
  },

  async 'only the owner of a temporary file can read it'({ storage, files }) {
    if (files?.isPrivate === undefined) return;
    const spilled = await written(storage, 5);
    const path = String(spilled.getMetadata('uri'));
    expectThat(await files.isPrivate(path), 'others can read the file');
    spilled.close();
  },

  async 'writes that are not awaited keep their order'({ storage }) {
    const writer = storage.createWriter(2);
    await Promise.all(['a', 'bc', 'd', 'ef'].map(async (part) => writer.write(bytes(part))));
    const stream = await writer.end();
    expectEqual(await stream.text(), 'abcdef', 'the content');
    stream.close();
  },

  async 'closing the stream removes the file'({ storage, files }) {
    const stream = await written(storage, 0);
    const path = String(stream.getMetadata('uri'));
    if (files !== undefined) {
      expectEqual(await files.contents(path), bytes('abcdef'), 'the file');
    }
    stream.close();
    await eventually(
      async () => files === undefined || (await files.contents(path)) === null,
      'the file is still there',
    );
  },

  async 'discard removes everything and never fails'({ storage }) {
    for (const limit of LIMITS) {
      const writer = storage.createWriter(limit);
      await writer.write(bytes('abcdef'));
      await writer.discard();
      await writer.discard();
    }
  },

  async 'discard removes the file'({ storage, files }) {
    if (files === undefined) return;
    const neighbour = await written(storage, 0);
    const folder = await Folder.of(String(neighbour.getMetadata('uri')), files);
    for (const isAwaited of [true, false]) {
      const content = bytes(`content ${Math.random()}`);
      const writer = storage.createWriter(0);
      const writing = writer.write(content);
      if (isAwaited) await writing;
      await writer.discard();
      await Promise.allSettled([writing]);
      await eventually(
        async () => !(await folder.hasNew(content)),
        `the file is still there (write ${isAwaited ? '' : 'not '}awaited)`,
      );
    }
    neighbour.close();
  },

  async 'discard does nothing after end'({ storage }) {
    for (const limit of LIMITS) {
      const writer = storage.createWriter(limit);
      await writer.write(bytes('abcdef'));
      const stream = await writer.end();
      await writer.discard();
      expectEqual(await stream.text(), 'abcdef', 'the content after discard');
      stream.close();
    }
  },
};

async function written(
  storage: TemporaryStorageInterface,
  limit: number,
): Promise<StreamInterface> {
  const writer = storage.createWriter(limit);
  for (const part of ['abc', 'de', 'f']) await writer.write(bytes(part));
  return writer.end();
}

/** A folder that other processes also use. */
class Folder {
  readonly #files: FileAccess;
  readonly #known: ReadonlySet<string>;
  /** A file in the folder. `#path` is the folder's path, with a separator at its end. */
  readonly #file: string;
  readonly #path: string;

  private constructor(files: FileAccess, file: string, names: readonly string[]) {
    const name = names.find((each) => file.endsWith(each)) ?? '';
    this.#files = files;
    this.#known = new Set(names);
    this.#file = file;
    this.#path = file.slice(0, file.length - name.length);
  }

  /** Returns the folder of a file, with its present entries. */
  static async of(file: string, files: FileAccess): Promise<Folder> {
    return new Folder(files, file, await files.namesBeside(file));
  }

  /** Whether a file created since then has this content. */
  async hasNew(content: Uint8Array): Promise<boolean> {
    for (const name of await this.#files.namesBeside(this.#file)) {
      if (!this.#known.has(name) && isEqual(await this.#contents(name), content)) return true;
    }
    return false;
  }

  /** Returns `null` also for entries that cannot be read, such as a folder or a file that was just removed. */
  async #contents(name: string): Promise<Uint8Array | null> {
    try {
      return await this.#files.contents(this.#path + name);
    } catch {
      return null;
    }
  }
}
