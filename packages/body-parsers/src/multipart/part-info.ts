import { parseMediaType } from '@mortise/http-syntax';
import type { PartHeaderBlock } from './part-header-block.js';

/** The name, file name and media type in a part's headers. */
export interface PartInfo {
  /** `null` if the part has no name. */
  readonly name: string | null;
  /**
   * The last component of the path that the client sent; `''` if it is not a file name (`.`, `..`, or nothing after the
   * last slash). `null` for a field.
   */
  readonly filename: string | null;
  /** Whether the user chose a file: false for a field and for an empty file input. */
  readonly chosen: boolean;
  /** The media type that the client sent, without parameters; `null` if it sent none. */
  readonly mediaType: string | null;
}

/** What is read from a part's headers. */
export interface PartHead extends PartInfo {
  /** The charset in the part's `Content-Type` (RFC 7578 4.4); `null` if there is none, or if it is UTF-8. */
  readonly charset: string | null;
}

/** The syntax that clients usually send, without escapes in quoted strings. */
const USUAL = /^form-data; name="([^"\\]*)"(?:; filename="([^"\\]*)")?$/;

/**
 * Parses the headers of a part like PHP: single quotes also delimit strings, and a backslash escapes only itself and
 * the quote. Unlike PHP, which would treat such a file as a field, uses `filename*` if there is no `filename`.
 *
 * @returns `null` if the part does not belong to a form: it has no `form-data` disposition, or neither a name nor a
 *   file name
 */
export function partInfo(block: PartHeaderBlock): PartHead | null {
  const usual = USUAL.exec(block.disposition);
  const [name, filename] =
    usual === null ? namesOf(block.disposition) : [usual[1] ?? null, usual[2] ?? null];
  if (name === null && filename === null) return null;
  return {
    name: name === null ? null : utf8(name),
    filename: filename === null ? null : baseName(utf8(filename)),
    chosen: filename !== null && filename !== '',
    mediaType: mediaTypeOf(block.mediaType),
    charset: charsetOf(block.mediaType),
  };
}

/** Returns the last component of a path with slashes or backslashes; `''` for a folder. */
function baseName(path: string): string {
  const last = path.replace(/^.*[/\\]/s, '');
  return last === '.' || last === '..' ? '' : last;
}

function namesOf(disposition: string): readonly [name: string | null, filename: string | null] {
  const [type = '', ...parameters] = splitAtSemicolons(disposition);
  if (type.trim().toLowerCase() !== 'form-data') return [null, null];
  const filename = parameterOf(parameters, 'filename') ?? extendedName(parameters);
  return [parameterOf(parameters, 'name'), filename];
}

const EXTENDED = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i;

/** Returns the bytes of `filename*` as code units 0-255; the text if the value is malformed. @see RFC 8187 3.2 */
function extendedName(parameters: readonly string[]): string | null {
  const sent = sentParameter(parameters, 'filename*');
  // A leading single quote follows an empty charset: it is part of the value and does not quote it.
  const value = sent?.startsWith("'") ? word(sent) : parameterOf(parameters, 'filename*');
  const [, charset, encoded] = EXTENDED.exec(value ?? '') ?? [];
  if (charset === undefined || encoded === undefined) return value;
  const bytes = encoded.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return charset.toLowerCase() === 'utf-8' ? bytes : Buffer.from(bytes).toString('latin1');
}

function mediaTypeOf(value: string): string | null {
  const end = value.indexOf(';');
  const mediaType = (end === -1 ? value : value.slice(0, end)).trim();
  return mediaType === '' ? null : utf8(mediaType);
}

function charsetOf(value: string): string | null {
  if (!/charset/i.test(value)) return null;
  const charset = parseMediaType(value)?.parameters['charset'];
  return charset === undefined || /^utf-?8$/i.test(charset) ? null : charset;
}

/** Splits text at semicolons outside quotes. */
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

function parameterOf(parameters: readonly string[], name: string): string | null {
  const sent = sentParameter(parameters, name);
  return sent === null ? null : unquoted(sent);
}

/** Returns the value of the last parameter with a name, as in PHP, including its quotes; `null` if there is none. */
function sentParameter(parameters: readonly string[], name: string): string | null {
  const found = parameters.findLast((parameter) => {
    const equals = parameter.indexOf('=');
    return equals !== -1 && parameter.slice(0, equals).trimStart().toLowerCase() === name;
  });
  return found === undefined ? null : found.slice(found.indexOf('=') + 1).trimStart();
}

/** Returns quoted text up to the closing quote, or unquoted text up to whitespace. */
function unquoted(value: string): string {
  const quote = value.charAt(0);
  if (quote !== '"' && quote !== "'") return word(value).replaceAll('\\\\', '\\');
  let text = '';
  for (let at = 1; at < value.length && value.charAt(at) !== quote; at++) {
    const next = value.charAt(at + 1);
    if (value.charAt(at) === '\\' && (next === '\\' || next === quote)) at++;
    text += value.charAt(at);
  }
  return text;
}

function word(value: string): string {
  return /^\S*/.exec(value)?.[0] ?? '';
}

function utf8(bytes: string): string {
  return /[\u0080-\u00ff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}
