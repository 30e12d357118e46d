import { createReadStream } from 'node:fs';

const LF = 0x0a;

/** The lines of a file, as bytes without their LF: they are sent unchanged, and the library refuses a line that is not UTF-8. */
export async function* linesOfFile(file: string): AsyncGenerator<Buffer, void> {
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]);
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
