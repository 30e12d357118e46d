import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  StreamInterface,
  TemporaryStorageInterface,
  UploadedFileInterface,
} from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { createTemporaryStorage } from '@mortise/message-plain/node';
import { broken, type Faults, type Mutant, uploads } from './broken.js';

/** The folder of all temporary files: mutants leave some. */
const folder = mkdtempSync(join(tmpdir(), 'mutants-'));

/** Faults of uploads. */
export const uploadMutants: readonly Mutant[] = [
  {
    fault: 'an upload moves twice',
    caughtBy: 'an upload can be moved only once',
    factories: uploads({ moveTo: copyTo }),
  },
  {
    fault: 'two concurrent moves both succeed',
    caughtBy: 'only one of two concurrent moves succeeds',
    factories: uploads({
      moveTo: async (sound, path) => {
        await copyTo(sound, path);
        await sound.moveTo(path);
      },
    }),
  },
  {
    fault: 'a failed move leaves a partial file',
    caughtBy: 'a move that fails midway leaves no partial file',
    factories: uploads({
      moveTo: async (sound, path) => {
        const file = await open(path, 'w');
        try {
          for await (const chunk of sound.getStream()) await file.write(chunk);
        } catch (cause) {
          throw Object.assign(new Error('failed', { cause }), { code: 'UPLOAD_MOVE_FAILED' });
        } finally {
          await file.close();
        }
      },
    }),
  },
  {
    fault: 'a move leaves another file beside the target',
    caughtBy: 'moveTo leaves no other file beside the target',
    factories: uploads({
      moveTo: async (sound, path) => {
        await sound.moveTo(path);
        await copyFile(path, `${path}.part`);
      },
    }),
  },
  {
    fault: 'a move writes the rest of the stream',
    caughtBy: 'moveTo moves the whole content, even if it was read before',
    factories: uploads({
      moveTo: async (sound, path) => {
        await writeFile(path, await sound.getStream().getContents());
      },
    }),
  },
  {
    fault: 'a move refuses an existing target',
    caughtBy: 'moveTo replaces an existing file',
    factories: uploads({
      moveTo: async (sound, path) => {
        await (await open(path, 'wx')).close();
        await sound.moveTo(path);
      },
    }),
  },
  {
    fault: 'a move creates the target before it reads the stream',
    caughtBy:
      'a move that is not awaited before its stream is closed moves the whole content or fails',
    factories: uploads({
      moveTo: async (sound, path) => {
        const stream = sound.getStream();
        await writeFile(path, '');
        if (!stream.isReadable()) {
          throw Object.assign(new Error('failed'), { code: 'UPLOAD_MOVE_FAILED' });
        }
        await sound.moveTo(path);
      },
    }),
  },
  {
    fault: 'a failed move consumes the upload',
    caughtBy: 'a move that fails has a cause and leaves the upload unchanged',
    factories: usedUp(),
  },
  {
    fault: 'an upload that failed has a stream',
    caughtBy: 'a failed upload has an error, and no content',
    factories: uploads({
      getStream: (sound) => (sound.getError() === 0 ? sound.getStream() : plain.createStream()),
    }),
  },
  {
    fault: "the client's name is cleaned",
    caughtBy: 'an upload has the facts that the client sent, unchecked',
    factories: uploads({
      getClientFilename: (sound) => sound.getClientFilename()?.split('/').pop() ?? null,
    }),
  },
  {
    fault: 'moveTo accepts NUL in a path',
    caughtBy: 'moveTo refuses a path that is empty or contains NUL, and the upload is unchanged',
    factories: uploads({ moveTo: (sound, path) => sound.moveTo(path.replace('\0', '')) }),
  },
];

/** Faults of temporary storage. */
export const storageMutants: readonly Mutant[] = [
  {
    fault: 'discard after end removes the content',
    caughtBy: 'discard does nothing after end',
    factories: plain,
    temporaryStorage: storage((writer) => {
      let stream: Promise<StreamInterface> | undefined;
      return {
        end: () => (stream = writer.end()),
        discard: async () => {
          await writer.discard();
          (await stream)?.close();
        },
      };
    }),
  },
  {
    fault: 'closing the stream keeps the file',
    caughtBy: 'closing the stream removes the file',
    factories: plain,
    temporaryStorage: storage((writer) => ({
      end: async () =>
        broken(await writer.end(), {
          close: (sound) => {
            sound.detach();
          },
        }),
    })),
  },
  {
    fault: 'discard keeps the file',
    caughtBy: 'discard removes the file',
    factories: plain,
    temporaryStorage: storage((writer) => ({
      discard: async () => {
        await writer.end();
      },
    })),
  },
];

/** Removes what the mutants left. */
export function removeLeftovers(): void {
  rmSync(folder, { recursive: true, force: true });
}

async function copyTo(upload: UploadedFileInterface, path: string): Promise<void> {
  const stream = upload.getStream();
  if (stream.isSeekable()) stream.rewind();
  await writeFile(path, await stream.getContents());
}

function usedUp() {
  const failed = new WeakSet();
  const faults: Faults<UploadedFileInterface> = {
    moveTo: async (sound, path) => {
      try {
        await sound.moveTo(path);
      } catch (error) {
        sound.getStream().close();
        failed.add(sound);
        throw error;
      }
    },
  };
  return uploads(faults);
}

type Writer = ReturnType<TemporaryStorageInterface['createWriter']>;

function storage(fault: (writer: Writer) => Partial<Writer>): TemporaryStorageInterface {
  const sound = createTemporaryStorage({ folder });
  return {
    createWriter: (limit) => {
      const writer = sound.createWriter(limit);
      return {
        get size() {
          return writer.size;
        },
        write: (bytes) => writer.write(bytes),
        end: () => writer.end(),
        discard: () => writer.discard(),
        ...fault(writer),
      };
    },
  };
}
