import busboy from 'busboy';
import { BodyError } from '../body-error.js';
import type { PartHeaders } from './part-headers.js';

/** How a part is read: a field whole, a file piece by piece, or not at all. */
export type PartKind = 'field' | 'file' | 'skip';

/** Who hears of the parts, in their order; what a member throws ends the scan. */
export interface PartListener {
  /** The headers of the next part have come; before its content, and behind that of the last. */
  part(headers: PartHeaders): PartKind;

  /** @param cut whether the value was longer than it may be */
  field(value: string, cut: boolean): void;

  /** Comes as often as there are bytes; then {@link fileEnd}. */
  fileBytes(bytes: Uint8Array): void;

  fileEnd(): void;
}

/** Takes the bytes of a form, in pieces of any size. */
export interface Scanner {
  /**
   * Tells the listener of all that is in the bytes, before it returns.
   *
   * @throws {BodyError} for what is no form; and what the listener throws. The scan is over then.
   */
  write(bytes: Uint8Array): void;

  /** @throws {BodyError} `BODY_MALFORMED` when the form breaks off */
  end(): void;
}

type OnData = (isMatch: boolean, data: Buffer, start: number, end: number, isSafe: boolean) => void;

interface HeaderReader {
  /** @returns where the headers end, or `end` when they go on */
  push: (data: Buffer, start: number, end: number) => number;
  /** Begins the part that has these headers. */
  cb: (headers: Readonly<Record<string, readonly string[]>>) => void;
}

/** Of `busboy` 1.6, what its types do not tell of. */
interface Inner {
  /** `null` while no headers are to be read. */
  readonly _hparser: HeaderReader | null;
  /** Finds boundaries. */
  readonly _bparser: { _cb: OnData };
  /** Whether the end of the form was found. */
  readonly _complete: boolean;
}

const KINDS = {
  field: { 'content-disposition': ['form-data'] },
  file: { 'content-disposition': ['form-data; filename=x'] },
  skip: {},
};
const NOTHING = Buffer.alloc(0);
const LINE_END = Buffer.from('\r\n');

/**
 * Finds the parts of a form with busboy, of which nobody else here knows.
 *
 * Left alone, busboy decides by the media type what a file is, takes an empty file name for none and
 * `filename*` before `filename`, drops parts that it does not understand, passes over a boundary line
 * that goes on in another way, and reads on behind the end when that is in the same chunk. So the
 * headers of each part are read here, busboy is told the outcome, and the boundaries that it meets are
 * counted against the parts that it begins.
 *
 * A form holds nothing open: a scan that is given up needs no end.
 */
export function createScanner(
  boundary: string,
  maxFieldBytes: number,
  headers: PartHeaders,
  listener: PartListener,
): Scanner {
  const parser = busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    // One more than allowed tells a value that was cut from one that just fits.
    limits: { fieldSize: maxFieldBytes + 1 },
  });
  parser.on('field', (_name, value, { valueTruncated }) => {
    listener.field(value, valueTruncated);
  });
  parser.on('file', (_name, content) => {
    // Taken on its way into the stream, of which nothing else is used.
    content.push = (bytes: Uint8Array | null) => {
      if (bytes === null) listener.fileEnd();
      else listener.fileBytes(bytes);
      return true;
    };
  });
  const isWhole = watch(parser, headers, listener);
  return {
    write: (bytes) => {
      parser.write(bytes);
    },
    end: () => {
      if (!isWhole()) throw BodyError.malformed('multipart form: it breaks off');
    },
  };
}

/** @returns whether the end has come, to be asked behind the last byte */
function watch(parser: object, headers: PartHeaders, listener: PartListener): () => boolean {
  const inner = parser as Inner;
  const { onData, reader } = innerParts(inner);
  const beginPart = reader.cb;
  let boundaries = 0;
  let parts = 0;
  inner._bparser._cb = (isMatch, data, start, end, isSafe) => {
    if (inner._complete) return;
    onData(isMatch, data, start, end, isSafe);
    if (!isMatch || inner._complete) return;
    if (boundaries++ !== parts) {
      throw BodyError.malformed('multipart form: a boundary is not followed by a part');
    }
  };
  reader.push = (data, start, end) => {
    const headersEnd = headers.push(data, start, end);
    if (headersEnd === -1) return end;
    parts++;
    beginPart(KINDS[listener.part(headers)]);
    return headersEnd;
  };
  return () => inner._complete && boundaries === parts + 1;
}

/**
 * A first part of our own, of which nobody is told, shows who reads headers.
 *
 * @throws when this is not the busboy that is known here
 */
function innerParts(inner: Partial<Inner>): { onData: OnData; reader: HeaderReader } {
  const onData = inner._bparser?._cb;
  onData?.(true, NOTHING, 0, 0, true);
  onData?.(false, LINE_END, 0, LINE_END.length, true);
  const reader = inner._hparser;
  reader?.cb(KINDS.skip);
  if (onData === undefined || !reader || inner._hparser !== null || inner._complete !== false) {
    throw new Error('the inner parts of busboy are not those of 1.6');
  }
  return { onData, reader };
}
