import { type BodyError, linesOf } from '@mortise/body-parsers';
import type { ServerRequestInterface } from 'mortise';

/** A line of an import that cannot be read: only it is refused. */
export interface UnreadableLine {
  readonly reason: string;
}

/** A line of an import, without its end. */
export type ImportLine = string | UnreadableLine;

const MAX_LINE = 65_536; // bytes

/** Reads the lines of an import while they arrive. The rest of a line that is too long is skipped, and never in memory. */
export function linesToImport(request: ServerRequestInterface): AsyncIterable<ImportLine> {
  return linesOf(request, { maxLine: MAX_LINE, replace: unreadable });
}

function unreadable({ code }: BodyError): UnreadableLine {
  return {
    reason:
      code === 'LINE_TOO_LONG' ? 'The line is longer than 64 KiB.' : 'The line is not valid UTF-8.',
  };
}
