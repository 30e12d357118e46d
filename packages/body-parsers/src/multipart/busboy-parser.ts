import { createRequire } from 'node:module';
import busboy from 'busboy';
import { BodyError } from '../body-error.js';
import { BareDelimiter } from './bare-delimiter.js';
import { DelimiterText } from './delimiter-text.js';
import type { FormParser, PartListener } from './contract.js';
import { PartContent } from './part-content.js';
import { PartHeaderBlock } from './part-header-block.js';

type OnData = (isMatch: boolean, data: Buffer, start: number, end: number, isSafe: boolean) => void;

/** Finds delimiters and reports the bytes between them to `_cb`. */
interface DelimiterSearch {
  _cb: OnData;
  push: (chunk: Buffer, start: number) => unknown;
}

interface HeaderReader {
  /** @returns the index after the headers, or `end` if they continue in the next chunk */
  push: (data: Buffer, start: number, end: number) => number;
  /** Begins a part with these headers. */
  cb: (headers: Readonly<Record<string, readonly string[]>>) => void;
}

/** Undocumented members of busboy 1.6.0. {@link isKnownBusboy} checks that they work. */
interface Inner {
  /** The reader of headers; `null` unless the next bytes are headers. */
  readonly _hparser: HeaderReader | null;
  /** Replaced by a dummy after the closing delimiter. */
  readonly _bparser: DelimiterSearch;
  /** Whether the closing delimiter was found. */
  readonly _complete: boolean;
}

const REQUIRED_VERSION = '1.6.0';
/** Headers without a disposition: busboy skips the part, and neither collects nor interprets it. */
const SKIPPED = {};
const NOTHING = Buffer.alloc(0);
const LINE_END = Buffer.from('\r\n');

/**
 * Creates a form parser that uses busboy. Only this file depends on busboy.
 *
 * With its public interface, busboy recognizes files by their media type, treats an empty file name as absent, prefers
 * `filename*`, drops parts that it does not understand, skips malformed delimiter lines, takes delimiters after a CR or
 * LF alone for content, and ignores everything after the closing delimiter. Two hooks avoid this: one in its header
 * reader, so that our own code reads the headers of each part; and one in its search for delimiters, which are compared
 * with the number of parts, and between which other line ends are searched for. The content of all parts
 * comes from the search, without a stream; bytes known to be content bypass busboy.
 *
 * @param block reads the header block of each part; contains its values when `part` is called
 */
export function createFormParser(
  boundary: string,
  block: PartHeaderBlock,
  listener: PartListener,
): FormParser {
  const inner = busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
  }) as unknown as Inner;
  const text = new DelimiterText(boundary);
  const { search, isInPart, isWhole } = hooked(inner, {
    block,
    bare: new BareDelimiter(text),
    listener,
  });
  const content = new PartContent(text);
  return {
    write: (chunk) => {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const length = isInPart() ? content.lengthIn(bytes) : content.leave();
      if (length > 0) listener.bytes(bytes.subarray(0, length));
      // The `write` method of busboy does the same, but with the overhead of a stream.
      if (length < bytes.length) search.push(bytes.subarray(length), 0);
    },
    end: () => {
      if (!isWhole()) throw malformed('the closing delimiter is missing');
    },
  };
}

/** The state of a form parser. */
interface Hooked {
  readonly search: DelimiterSearch;
  /** Whether the next bytes are content of a part. */
  readonly isInPart: () => boolean;
  /** Whether the form is valid if no bytes follow. */
  readonly isWhole: () => boolean;
}

/** What the hooks of a form parser use. */
interface Hooks {
  readonly block: PartHeaderBlock;
  readonly bare: BareDelimiter;
  readonly listener: PartListener;
}

function hooked(inner: Inner, { block, bare, listener }: Hooks): Hooked {
  const search = inner._bparser;
  const onData = search._cb;
  // Begins a part that is not reported, because busboy exposes its header reader only then.
  onData(true, NOTHING, 0, 0, true);
  onData(false, LINE_END, 0, LINE_END.length, true);
  const reader = inner._hparser as HeaderReader;
  const beginPart = reader.cb;
  beginPart(SKIPPED);
  let delimiters = 0;
  let parts = 0;
  let inPart = false;
  /** The index in the current bytes at which the content of the part begins. */
  let from = 0;
  const isComplete = () => inner._complete;
  reader.push = (data, start, end) => {
    const blockEnd = block.push(data, start, end);
    if (blockEnd === -1) return end;
    parts++;
    listener.part();
    beginPart(SKIPPED);
    inPart = true;
    from = blockEnd;
    return blockEnd;
  };
  const between = (data: Buffer, start: number, end: number, isSafe: boolean) => {
    // After the closing delimiter, only further delimiters are relevant.
    if (isComplete()) return;
    const bareEnd = bare.endIn(data, start, end);
    // All bytes before the error are read, so that it does not depend on the chunks which error comes first.
    const until = bareEnd === -1 ? end : bareEnd;
    from = start;
    onData(false, data, start, until, isSafe);
    if (inPart && from < until) {
      const bytes = data.subarray(from, until);
      listener.bytes(isSafe ? bytes : Buffer.from(bytes));
    }
    if (bareEnd !== -1 && !isComplete()) {
      throw malformed('a delimiter line does not begin after CRLF; end every line with CRLF');
    }
  };
  search._cb = (isMatch, data, start, end, isSafe) => {
    if (start < end) between(data, start, end, isSafe);
    if (!isMatch) return;
    bare.leave();
    // The bytes before the match have been processed: if they completed the form, the match is in the epilogue.
    if (isComplete()) throw malformed('a delimiter line follows the closing delimiter');
    onData(true, NOTHING, 0, 0, true);
    if (inPart) listener.partEnd();
    inPart = false;
    if (delimiters++ !== parts) throw malformed('a delimiter line is not followed by a part');
  };
  return {
    search,
    isInPart: () => inPart,
    isWhole: () => isComplete() && delimiters === parts + 1,
  };
}

function malformed(problem: string): BodyError {
  return BodyError.malformed('multipart form', problem);
}

function unsupported(): Error {
  return new Error(
    `unsupported busboy version ${installedVersion()}: @mortise/body-parsers requires ${REQUIRED_VERSION}; reinstall its dependencies`,
  );
}

function installedVersion(): string {
  try {
    const require = createRequire(import.meta.url);
    return String((require('busboy/package.json') as { version?: unknown }).version);
  } catch {
    // This code is bundled into one file.
    return '(unknown)';
  }
}

/** Whether busboy works as expected; parses a form with two parts. */
function isKnownBusboy(): boolean {
  const seen: string[] = [];
  const block = new PartHeaderBlock({ maxHeaderBytes: 99, maxHeaders: 1 });
  const head = (disposition: string) => `--b\r\nContent-Disposition: ${disposition}\r\n\r\n`;
  try {
    const parser = createFormParser('b', block, {
      part: () => seen.push(block.disposition),
      bytes: (bytes) => seen.push(bytes.toString()),
      partEnd: () => seen.push('end'),
    });
    parser.write(Buffer.from(`${head('x')}12\r\n${head('y')}3\r\n--b--`));
    parser.end();
  } catch {
    return false;
  }
  return seen.join() === 'x,12,end,y,3,end';
}

// Throws when this module is loaded, not when a client sends the first form.
if (!isKnownBusboy()) throw unsupported();
