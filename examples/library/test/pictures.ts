/** One transparent pixel. */
export const PNG: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The beginning of a JPEG: a segment of 2 bytes, and the header of a frame of 1 × 1. */
export const JPEG: Buffer = Buffer.from('ffd8ffe00004abcdffc0000b080001000101011100', 'hex');

/** The beginning of a GIF without colors: 1 × 1, and its image. */
export const GIF: Buffer = Buffer.from('GIF89a\x01\0\x01\0\0\0\0,', 'latin1');

/** A lossy WebP without its pixels. */
export const WEBP: Buffer = Buffer.from('RIFF\x12\0\0\0WEBPVP8 \x06\0\0\0abcdef', 'latin1');
