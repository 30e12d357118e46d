import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import { BodyError } from '../body-error.js';
import type { RawHeader } from './part-header.js';

/** How a part is read: a field whole, a file piece by piece, or not at all. */
export type PartKind = 'field' | 'file' | 'skip';

/** Who hears of the parts, in their order. */
export interface PartListener {
  /** The headers of the next part have come; before its content, and behind that of the last. What it throws ends the scan. */
  part(header: RawHeader): PartKind;
  /** What it throws ends the scan. @param cut whether the value was longer than it may be */
  field(value: string, cut: boolean): void;
  /** @param content must be read, or resumed; it fails when the scan does */
  file(content: Readable): void;
  end(): void;
  /** Nothing follows. */
  fail(error: unknown): void;
}

/** Takes the bytes of a form, in pieces of any size. */
export interface Scanner {
  /** @returns settles when there is room for more; at once when there is, or when the scan is over */
  write(bytes: Uint8Array): void | Promise<void>;
  end(): void;
  /** Ends the scan early: content that somebody still reads fails with the error. */
  stop(error: Error): void;
}

/** The parts of busboy 1.6 that its types do not tell of. */
interface Inner {
  readonly _hparser: { cb: (header: RawHeader) => void } | null;
  readonly _complete: boolean;
  readonly _bparser: {
    readonly matches: number;
    maxMatches: number;
    _cb: (isMatch: boolean, data: Buffer, start: number, end: number, isSafe: boolean) => void;
  };
}

// Headers that leave busboy nothing to decide.
const PLAIN: Readonly<Record<PartKind, string[]>> = {
  field: ['form-data; name=x'],
  file: ['form-data; name=x; filename=x'],
  skip: ['attachment'],
};

/**
 * Finds the parts of a form with busboy, of which nobody else here knows.
 *
 * Left alone, busboy decides by the media type what a file is, takes an empty file name for none and
 * `filename*` before `filename`, drops parts that it does not understand, passes over a boundary line
 * that goes on in another way, and reads on behind the end when that is in the same chunk. So each
 * part's headers are read here before busboy sees them, and it is given plain ones; and the boundaries
 * that it met are counted against the parts that it made.
 */
export function createScanner(
  boundary: string,
  maxFieldBytes: number,
  listener: PartListener,
): Scanner {
  const parser = busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    // One more than allowed tells a value that was cut from one that just fits.
    limits: { fieldSize: maxFieldBytes + 1 },
  });
  let over = false;
  const stop = (error: Error) => {
    over = true;
    parser.destroy(error);
  };
  const fail = (error: unknown) => {
    if (over) return;
    stop(error instanceof Error ? error : new Error(String(error)));
    listener.fail(error);
  };
  const isWhole = watch(parser, boundary, (header) => {
    let kind: PartKind = 'skip';
    try {
      if (!over) kind = listener.part(header);
    } catch (error) {
      fail(error);
    }
    header['content-disposition'] = PLAIN[kind];
    delete header['content-type'];
  });
  parser
    .on('field', (_name, value, { valueTruncated }) => {
      try {
        if (!over) listener.field(value, valueTruncated);
      } catch (error) {
        fail(error);
      }
    })
    .on('file', (_name, content) => {
      // Whoever reads the content hears of its errors; when nobody does, they may not end the process.
      content.on('error', () => undefined);
      listener.file(content);
    })
    .on('error', (error) => {
      fail(malformed(error instanceof Error ? error.message : '', error));
    })
    .on('finish', () => {
      if (over) return;
      over = true;
      if (isWhole()) listener.end();
      else listener.fail(malformed('Boundary without a part'));
    });
  return {
    write: (bytes) => (over || parser.write(bytes) ? undefined : roomIn(parser)),
    end: () => {
      if (!over) parser.end();
    },
    stop,
  };
}

/**
 * @param onHeader called with the headers of each part before busboy reads them
 * @returns whether each boundary but the last began a part; to be asked at the end
 */
function watch(
  parser: Busboy,
  boundary: string,
  onHeader: (header: RawHeader) => void,
): () => boolean {
  const inner = parser as unknown as Inner;
  const search = inner._bparser;
  let boundariesAtEnd = 0;
  const onData = search._cb;
  search._cb = (isMatch, data, start, end, isSafe) => {
    onData(isMatch, data, start, end, isSafe);
    if (!inner._complete || boundariesAtEnd !== 0) return;
    boundariesAtEnd = search.matches - (isMatch ? 1 : 0);
    // What stands behind the end is not searched.
    search.maxMatches = search.matches;
  };
  // A first part of our own, which is not told of, shows who reads headers. It goes on for longer than
  // the boundary, for so much of it the search may hold back.
  parser.write(
    `--${boundary}\r\ncontent-disposition: attachment${' '.repeat(boundary.length + 8)}`,
  );
  if (inner._hparser === null) throw new Error('the inner parts of busboy are not those of 1.6');
  const onRead = inner._hparser.cb;
  let parts = 0;
  inner._hparser.cb = (header) => {
    if (parts++ > 0) onHeader(header);
    onRead(header);
  };
  parser.write('\r\n\r\n\r\n');
  return () => boundariesAtEnd === parts + 1;
}

function malformed(reason: string, cause?: unknown): BodyError {
  return BodyError.malformed(`multipart form: ${reason}`, cause);
}

function roomIn(parser: Busboy): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done).off('close', done);
      resolve();
    };
    parser.on('drain', done).on('close', done);
  });
}
