/** Whether the bytes after a signature are those of a picture with a width and a height. */
type Check = (bytes: Buffer) => boolean;

const SIGNATURES: readonly (readonly [type: string, signature: RegExp, isWhole: Check])[] = [
  ['image/png', /^\x89PNG\r\n.\n.{4}IHDR/s, isPng],
  ['image/jpeg', /^\xff\xd8\xff/, isJpeg],
  ['image/webp', /^RIFF.{4}WEBPVP8[ LX]/s, isWebp],
  ['image/gif', /^GIF8[79]a/, isGif],
];

/** The media type of a picture from its content, whatever its name or sender says; `null` for anything else. */
export function pictureType(content: Uint8Array): string | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const start = bytes.toString('latin1', 0, 16);
  const found = SIGNATURES.find(([, signature]) => signature.test(start));
  return found?.[2](bytes) === true ? found[0] : null;
}

function isPng(bytes: Buffer): boolean {
  return bytes.length > 33 && bytes.readUInt32BE(16) > 0 && bytes.readUInt32BE(20) > 0;
}

/** Its size is in a frame header, after segments that each have a length. */
function isJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a byte that fills
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return bytes.readUInt16BE(at + 5) > 0 && bytes.readUInt16BE(at + 7) > 0;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** Each of its kinds says how long the file is; one that was cut off is shorter. */
function isWebp(bytes: Buffer): boolean {
  return bytes.length > 25 && bytes.readUInt32LE(4) + 8 <= bytes.length;
}

/** A block with an image, or with what concerns one, follows the size and the colors. */
function isGif(bytes: Buffer): boolean {
  if (bytes.length < 14 || bytes.readUInt16LE(6) === 0 || bytes.readUInt16LE(8) === 0) return false;
  const flags = bytes.readUInt8(10);
  const colors = flags >= 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  return [0x21, 0x2c].includes(bytes[13 + colors] ?? 0);
}
