import type { Readable } from 'node:stream';

/** What a stream gives, piece by piece. Unlike the stream's own iteration, leaving early leaves it as it is. */
export async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array> {
  let wake: () => void = () => undefined;
  const onChange = () => {
    wake();
  };
  stream.on('readable', onChange).on('end', onChange).on('close', onChange);
  try {
    while (!stream.readableEnded) {
      const chunk = stream.read() as Uint8Array | null;
      if (chunk !== null) yield chunk;
      else if (stream.errored !== null) throw stream.errored;
      else if (stream.destroyed) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    stream.off('readable', onChange).off('end', onChange).off('close', onChange);
  }
}
