/** A part of a form to be written: a text is a field, anything else a file. */
export interface PartToWrite {
  readonly name: string;
  readonly value: string | { readonly filename: string; readonly bytes: Uint8Array };
}

export const BOUNDARY = '----form-boundary';
export const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The bytes of a form as a browser writes them. */
export function formBytes(parts: readonly PartToWrite[]): Buffer {
  const written = parts.flatMap(({ name, value }) => {
    const disposition = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
    return typeof value === 'string'
      ? [`${disposition}\r\n\r\n`, value, '\r\n']
      : [
          `${disposition}; filename="${value.filename}"\r\nContent-Type: application/x-test\r\n\r\n`,
          value.bytes,
          '\r\n',
        ];
  });
  return Buffer.concat([...written, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

export function file(
  name: string,
  bytes: Uint8Array | string,
  filename = `${name}.bin`,
): PartToWrite {
  return { name, value: { filename, bytes: Buffer.from(bytes) } };
}

export function field(name: string, value: string): PartToWrite {
  return { name, value };
}

/** Bytes as they come from a network. */
export async function* arriving(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

export function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
