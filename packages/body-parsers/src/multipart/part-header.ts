import type { PartHeaders } from './part-headers.js';

/** What the headers of a part say of it. */
export interface PartHeader {
  /** `null` when the part has no name. */
  readonly name: string | null;
  /** The last component of the path that the client gave, which may be `''`; `null` for a field. */
  readonly filename: string | null;
  /** Whether somebody chose a file; `false` for a field. */
  readonly chosen: boolean;
  /** As the client gave it, without parameters; `null` when it gave none. */
  readonly mediaType: string | null;
}

/** What clients write, in which quotes hold nothing that needs a second look. */
const USUAL = /^form-data; name="([^"\\]*)"(?:; filename="([^"\\]*)")?$/;

/**
 * Reads the headers of a part as PHP does: single quotes quote too, a backslash escapes only itself
 * and the quote, `filename*` is not looked at.
 *
 * @returns `null` when the part is no part of a form: without a `form-data` disposition, or with
 *   neither a name nor a file name
 */
export function partHeader(headers: PartHeaders): PartHeader | null {
  const usual = USUAL.exec(headers.disposition);
  const [name, filename] =
    usual === null ? namesOf(headers.disposition) : [usual[1] ?? null, usual[2] ?? null];
  if (name === null && filename === null) return null;
  return {
    name: name === null ? null : utf8(name),
    filename: filename === null ? null : utf8(filename).replace(/^.*[/\\]/s, ''),
    chosen: filename !== null && filename !== '',
    mediaType: mediaTypeOf(headers.mediaType),
  };
}

function namesOf(disposition: string): readonly [name: string | null, filename: string | null] {
  const [type = '', ...parameters] = splitAtSemicolons(disposition);
  if (type.trim().toLowerCase() !== 'form-data') return [null, null];
  return [parameterOf(parameters, 'name'), parameterOf(parameters, 'filename')];
}

function mediaTypeOf(value: string): string | null {
  const end = value.indexOf(';');
  const mediaType = (end === -1 ? value : value.slice(0, end)).trim();
  return mediaType === '' ? null : utf8(mediaType);
}
/** Splits where a semicolon is not quoted. */
function splitAtSemicolons(value: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quote = '';
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    if (quote !== '') {
      if (character === '\\' && value.charAt(at + 1) === quote) at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ';') {
      parts.push(value.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, value.slice(start)];
}

/** The last of that name counts. */
function parameterOf(parameters: readonly string[], name: string): string | null {
  const found = parameters.findLast((parameter) => {
    const equals = parameter.indexOf('=');
    return equals !== -1 && parameter.slice(0, equals).trimStart().toLowerCase() === name;
  });
  return found === undefined ? null : unquoted(found.slice(found.indexOf('=') + 1).trimStart());
}

/** Text in quotes up to the closing one, other text up to white space. */
function unquoted(value: string): string {
  const quote = value.charAt(0);
  if (quote !== '"' && quote !== "'")
    return (/^\S*/.exec(value)?.[0] ?? '').replaceAll('\\\\', '\\');
  let text = '';
  for (let at = 1; at < value.length && value.charAt(at) !== quote; at++) {
    const next = value.charAt(at + 1);
    if (value.charAt(at) === '\\' && (next === '\\' || next === quote)) at++;
    text += value.charAt(at);
  }
  return text;
}

function utf8(bytes: string): string {
  return /[\u0080-\u00ff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}
