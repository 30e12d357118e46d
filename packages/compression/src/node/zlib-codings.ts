import zlib, { type Zlib, type ZlibOptions } from 'node:zlib';
import type { Transform } from 'node:stream';
import type { Coding } from '../compression-plan.js';

/** A stream of `node:zlib`. */
export type ZlibStream = Transform & Zlib;

/** One coding of `node:zlib`. */
export interface ZlibCoding {
  /** The minimum, maximum and default level. */
  readonly levels: readonly [least: number, greatest: number, usual: number];
  /** The default level for event streams, chosen by memory: docs/decisions/041. */
  readonly frugalLevel: number;
  /** The mode of a flush after which the client can decode everything written so far. */
  readonly flush: number;
  compressor(options: CompressorOptions): ZlibStream;
  /** Compresses a whole body synchronously. */
  compress(bytes: Uint8Array, options: CompressorOptions): Uint8Array;
  decompressor(): ZlibStream;
}

/** Options of a compressor. */
export interface CompressorOptions {
  readonly level: number;
  /** Bytes of the whole body; `null` if unknown. */
  readonly size: number | null;
  /** Whether to save memory at the cost of size, as for event streams, which are numerous and long-lived. */
  readonly isFrugal: boolean;
}

/** Members that Node has since 22.15, and that the types of Node 20 lack. */
interface ZstdMembers {
  createZstdCompress(options: {
    params: Record<number, number>;
    pledgedSrcSize?: number;
  }): ZlibStream;
  createZstdDecompress(): ZlibStream;
  zstdCompressSync(
    bytes: Uint8Array,
    options: { params: Record<number, number>; chunkSize: number },
  ): Uint8Array;
  zstdDecompressSync(bytes: Uint8Array): Uint8Array;
}

interface ZstdConstants {
  readonly ZSTD_c_compressionLevel: number;
  readonly ZSTD_c_windowLog: number;
  readonly ZSTD_e_flush: number;
}

const { constants } = zlib;
/** Its members are absent before Node 22.15. */
const zstd = zlib as unknown as ZstdMembers;
const zstdConstants = constants as unknown as ZstdConstants;
/** The window of a frugal br or zstd stream, as an exponent of two: 4 KiB. */
const FRUGAL_WINDOW = 12;
/** The hash table of gzip always takes 64 KiB, but everything else is small: docs/decisions/041. */
const FRUGAL_GZIP: ZlibOptions = { windowBits: 11, memLevel: 4, chunkSize: 1024 };

/** The codings that this version of Node supports: `zstd` since 22.15. */
export const zlibCodings: Readonly<Partial<Record<Coding, ZlibCoding>>> = {
  gzip: {
    levels: [0, 9, 6],
    frugalLevel: 6,
    flush: constants.Z_SYNC_FLUSH,
    compressor: (options) => streamOf(zlib.createGzip(gzipOptions(options))),
    compress: (bytes, options) =>
      zlib.gzipSync(bytes, { ...gzipOptions(options), chunkSize: chunkSizeOf(bytes) }),
    decompressor: () => streamOf(zlib.createGunzip()),
  },
  br: {
    levels: [0, 11, 4],
    frugalLevel: 3,
    flush: constants.BROTLI_OPERATION_FLUSH,
    compressor: (options) => streamOf(zlib.createBrotliCompress({ params: brotliParams(options) })),
    compress: (bytes, options) =>
      zlib.brotliCompressSync(bytes, {
        params: brotliParams(options),
        chunkSize: chunkSizeOf(bytes),
      }),
    decompressor: () => streamOf(zlib.createBrotliDecompress()),
  },
  ...zstdCoding(),
};

/** A zstd frame without its last byte (RFC 8878 3.1.1). */
const CUT_OFF = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x01, 0x09, 0x00, 0x00]);

/** Whether Node detects truncated zstd, as Node 24 does and Node 22 does not. */
export function isZstdEndChecked(): boolean {
  if (!('zstdDecompressSync' in zlib)) return false;
  try {
    zstd.zstdDecompressSync(CUT_OFF);
    return false;
  } catch {
    return true;
  }
}

/**
 * Returns the size of output chunks: a quarter of the body, since most bodies become smaller than that. By default,
 * Node allocates 16 KiB, which live as long as the response.
 */
function chunkSizeOf({ length }: Uint8Array): number {
  return Math.min(16_384, Math.max(1_024, length >> 2));
}

function gzipOptions({ level, isFrugal }: CompressorOptions): ZlibOptions {
  return isFrugal ? { level, ...FRUGAL_GZIP } : { level };
}

function brotliParams({ level, isFrugal }: CompressorOptions): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: level,
    ...(isFrugal && { [constants.BROTLI_PARAM_LGWIN]: FRUGAL_WINDOW }),
  };
}

function zstdCoding() {
  if (!('createZstdCompress' in zlib)) return {};
  const { ZSTD_c_compressionLevel, ZSTD_c_windowLog, ZSTD_e_flush } = zstdConstants;
  const paramsOf = ({ level, isFrugal }: CompressorOptions): Record<number, number> => ({
    [ZSTD_c_compressionLevel]: level,
    ...(isFrugal && { [ZSTD_c_windowLog]: FRUGAL_WINDOW }),
  });
  const coding: ZlibCoding = {
    levels: [1, 22, 3],
    frugalLevel: 1,
    flush: ZSTD_e_flush,
    compressor: (options) =>
      zstd.createZstdCompress({
        params: paramsOf(options),
        ...(options.size !== null && { pledgedSrcSize: options.size }),
      }),
    compress: (bytes, options) =>
      zstd.zstdCompressSync(bytes, { params: paramsOf(options), chunkSize: chunkSizeOf(bytes) }),
    decompressor: () => zstd.createZstdDecompress(),
  };
  return { zstd: coding };
}

/** Casts a stream, because Node's types name each kind of stream differently. */
export function streamOf(stream: Transform): ZlibStream {
  return stream as ZlibStream;
}
