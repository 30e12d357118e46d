import { tmpdir } from 'node:os';
import { isMade } from './is-made.js';

/** Of more values, only the first, the last and their number are shown. */
const SHOWN = 60;
const LENGTH = 80;

/** Every value with which members were called, once, as text: without what the implementation made. */
export function valuesOf(args: readonly unknown[]): string {
  const texts = [...new Set(args.filter(isShown).map((arg) => show(arg)))];
  if (texts.length <= SHOWN) return texts.join(' ');
  return `${texts.slice(0, SHOWN - 1).join(' ')} ... ${texts.at(-1)} (${texts.length})`;
}

function isShown(value: unknown): boolean {
  return typeof value !== 'function' && !isMade(value) && !(value instanceof Map);
}

function show(value: unknown, depth = 0): string {
  if (typeof value === 'string') return quote(value);
  if (value instanceof Uint8Array) return `bytes${quote(Buffer.from(value).toString('latin1'))}`;
  if (value instanceof Error) return `${value.name}(${value.message})`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth > 2) return '...';
  const own = Object.entries(value).filter(([, part]) => isShown(part));
  if (Array.isArray(value)) return `[${own.map(([, part]) => show(part, depth + 1)).join(' ')}]`;
  return `{${own.map(([name, part]) => `${name}: ${show(part, depth + 1)}`).join(' ')}}`;
}

function quote(text: string): string {
  if (text.startsWith(tmpdir())) return '<path>';
  const known = text.replace(/0\.\d{6,}/, '<random>');
  const cut = known.length > LENGTH ? `${known.slice(0, LENGTH)}(${known.length})` : known;
  return JSON.stringify(cut).replace(/[^ -~]/g, codeOf);
}

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
