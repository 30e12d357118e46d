import busboy from 'busboy';
import { BodyError } from '../body-error.js';
import { FileContent } from './file-content.js';
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

/** Headers that leave busboy nothing to decide: it gathers the value of a field, and passes over the rest. */
const FIELD = { 'content-disposition': ['form-data'] };
const SKIPPED = {};
const NOTHING = Buffer.alloc(0);
const LINE_END = Buffer.from('\r\n');

/**
 * Finds the parts of a form with busboy, of which nobody else here knows.
 *
 * Left alone, busboy decides by the media type what a file is, takes an empty file name for none and
 * `filename*` before `filename`, drops parts that it does not understand, passes over a boundary line
 * that goes on in another way, and reads on behind the end when that is in the same chunk. So the
 * headers of each part are read here, and the boundaries that busboy meets are counted against the parts
 * that begin. The bytes of a file are taken where busboy finds them, without a stream for each file;
 * what is surely content does not come to busboy at all.
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
  const progress = watch(parser as Partial<Inner>, headers, listener);
  const content = new FileContent(boundary);
  return {
    write: (bytes) => {
      const length = progress.isInFile() ? content.lengthIn(bytes) : content.leave();
      if (length > 0) listener.fileBytes(bytes.subarray(0, length));
      if (length < bytes.length) parser.write(bytes.subarray(length));
    },
    end: () => {
      if (!progress.isWhole()) throw BodyError.malformed('multipart form: it breaks off');
    },
  };
}

/** How far a scan is. */
interface Progress {
  /** Whether what comes next is the content of a file. */
  readonly isInFile: () => boolean;
  /** Whether the end has come, to be asked behind the last byte. */
  readonly isWhole: () => boolean;
}

function watch(inner: Partial<Inner>, headers: PartHeaders, listener: PartListener): Progress {
  const { onData, reader, search } = innerParts(inner);
  const beginPart = reader.cb;
  let boundaries = 0;
  let parts = 0;
  /** Whether what comes is the content of a file, and where it begins. */
  let inFile = false;
  let from = 0;
  const isComplete = () => inner._complete === true;
  reader.push = (data, start, end) => {
    const headersEnd = headers.push(data, start, end);
    if (headersEnd === -1) return end;
    parts++;
    const kind = listener.part(headers);
    beginPart(kind === 'field' ? FIELD : SKIPPED);
    inFile = kind === 'file';
    from = headersEnd;
    return headersEnd;
  };
  search._cb = (isMatch, data, start, end, isSafe) => {
    if (isComplete()) return;
    from = start;
    onData(isMatch, data, start, end, isSafe);
    if (inFile && from < end) {
      const bytes = data.subarray(from, end);
      listener.fileBytes(isSafe ? bytes : Uint8Array.from(bytes));
    }
    if (!isMatch || isComplete()) return;
    if (inFile) listener.fileEnd();
    inFile = false;
    if (boundaries++ !== parts) {
      throw BodyError.malformed('multipart form: a boundary is not followed by a part');
    }
  };
  return {
    isInFile: () => inFile && !isComplete(),
    isWhole: () => isComplete() && boundaries === parts + 1,
  };
}

/**
 * A first part of our own, of which nobody is told, shows who reads headers.
 *
 * @throws when this is not the busboy that is known here
 */
function innerParts(inner: Partial<Inner>): {
  search: Inner['_bparser'];
  onData: OnData;
  reader: HeaderReader;
} {
  const { _bparser: search, _complete: complete } = inner;
  const onData = search?._cb;
  onData?.(true, NOTHING, 0, 0, true);
  onData?.(false, LINE_END, 0, LINE_END.length, true);
  const reader = inner._hparser;
  reader?.cb(SKIPPED);
  if (!search || !onData || !reader || complete !== false || isReading(inner)) {
    throw new Error('the inner parts of busboy are not those of 1.6');
  }
  return { search, onData, reader };
}

function isReading({ _hparser }: Partial<Inner>): boolean {
  return _hparser !== null;
}
