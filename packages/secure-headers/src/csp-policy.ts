import { object, OptionError } from '@mortise/base/options';
import { type CspDirectives, type CspSource, NONCE } from './csp-directives.js';

/** The parts of a policy that differ between requests. */
export interface CspContext {
  /** The nonce; `null` if the response does not use it, so that the policy has none. */
  readonly nonce: string | null;
  readonly isHttps: boolean;
}

type Shape = 'sources' | 'nonce sources' | 'words' | 'word' | 'flag';

/** The name of each directive in the header, and the type of its value. */
const DIRECTIVES: Readonly<Record<keyof CspDirectives, readonly [name: string, shape: Shape]>> = {
  defaultSrc: ['default-src', 'nonce sources'],
  scriptSrc: ['script-src', 'nonce sources'],
  scriptSrcElem: ['script-src-elem', 'nonce sources'],
  scriptSrcAttr: ['script-src-attr', 'sources'],
  styleSrc: ['style-src', 'nonce sources'],
  styleSrcElem: ['style-src-elem', 'nonce sources'],
  styleSrcAttr: ['style-src-attr', 'sources'],
  imgSrc: ['img-src', 'sources'],
  fontSrc: ['font-src', 'sources'],
  connectSrc: ['connect-src', 'sources'],
  mediaSrc: ['media-src', 'sources'],
  objectSrc: ['object-src', 'sources'],
  frameSrc: ['frame-src', 'sources'],
  childSrc: ['child-src', 'sources'],
  workerSrc: ['worker-src', 'sources'],
  manifestSrc: ['manifest-src', 'sources'],
  baseUri: ['base-uri', 'sources'],
  formAction: ['form-action', 'sources'],
  frameAncestors: ['frame-ancestors', 'sources'],
  sandbox: ['sandbox', 'words'],
  reportUri: ['report-uri', 'words'],
  reportTo: ['report-to', 'word'],
  requireTrustedTypesFor: ['require-trusted-types-for', 'words'],
  trustedTypes: ['trusted-types', 'words'],
  upgradeInsecureRequests: ['upgrade-insecure-requests', 'flag'],
};

/** Visible ASCII characters that do not end a source, a directive or a policy. */
const WORD = /^[!-+\--:<-~]+$/;
/** Keywords that browsers would read as host names without their quotes. */
const UNQUOTED =
  /^(?:self|none|unsafe-inline|unsafe-eval|unsafe-hashes|wasm-unsafe-eval|strict-dynamic|report-sample|inline-speculation-rules|(?:nonce|sha256|sha384|sha512)-.*)$/i;

/**
 * Returns a content security policy as the value of its header.
 *
 * @returns the directives in the order of `directives`. Without a nonce, a directive whose only source is the nonce
 *   becomes `'none'`
 */
export function cspPolicy(directives: CspDirectives, { nonce, isHttps }: CspContext): string {
  const written: string[] = [];
  for (const [key, value] of entriesOf(directives)) {
    if (value === false || (key === 'upgradeInsecureRequests' && !isHttps)) continue;
    const [name] = DIRECTIVES[key];
    const words = value === true ? [] : [value].flat().flatMap((source) => wordOf(source, nonce));
    const isLeftEmpty = words.length === 0 && usesNonce({ [key]: value });
    written.push([name, ...(isLeftEmpty ? ["'none'"] : words)].join(' '));
  }
  return written.join(';');
}

/** Whether a policy contains {@link NONCE}. */
export function usesNonce(directives: CspDirectives): boolean {
  return Object.values(directives).some((value) => Array.isArray(value) && value.includes(NONCE));
}

/**
 * Checks a policy.
 *
 * @param option the path of the option, for errors
 * @throws {OptionError} for an unknown directive or an invalid value
 */
export function assertDirectives(option: string, directives: unknown): void {
  if (!object.accepts(directives)) {
    throw new OptionError(option, directives, 'directives, or false to omit the header');
  }
  for (const [key, value] of Object.entries(directives as object) as [string, unknown][]) {
    const path = `${option}.${key}`;
    if (!Object.hasOwn(DIRECTIVES, key)) {
      const line = '{ scriptSrc: ["\'self\'"] }';
      throw new OptionError(path, value, `a directive in camel case, such as ${line}`);
    }
    const [, shape] = DIRECTIVES[key as keyof CspDirectives];
    if (value !== false) assertValue(path, shape, value);
  }
}

function assertValue(path: string, shape: Shape, value: unknown): void {
  if (shape === 'flag') {
    if (value !== true) throw new OptionError(path, value, 'true or false');
  } else if (shape === 'word') {
    if (!isWord(value)) throw new OptionError(path, value, 'an endpoint name');
  } else if (!Array.isArray(value)) {
    throw new OptionError(path, value, 'a list, such as ["\'self\'"], or false');
  } else assertList(path, shape, value);
}

function assertList(path: string, shape: Shape, list: readonly unknown[]): void {
  for (const [index, word] of list.entries()) {
    const at = `${path}[${index}]`;
    if (shape === 'nonce sources' && word === NONCE) continue;
    if (word === NONCE) {
      throw new OptionError(at, word, 'no nonce in this directive');
    }
    if (!isWord(word)) throw new OptionError(at, word, 'one source, without ";", "," or spaces');
    if (shape === 'words') continue;
    if (UNQUOTED.test(word)) throw new OptionError(at, word, `the keyword in quotes: "'${word}'"`);
    if (word === "'none'" && list.length > 1) {
      throw new OptionError(at, word, '"\'none\'" as the only source');
    }
  }
  if (shape !== 'words' && list.length === 0) {
    throw new OptionError(path, list, 'at least one source, or ["\'none\'"]');
  }
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && WORD.test(value);
}

function wordOf(source: CspSource, nonce: string | null): readonly string[] {
  if (source !== NONCE) return [source];
  return nonce === null ? [] : [`'nonce-${nonce}'`];
}

type DirectiveValue = readonly CspSource[] | string | boolean;

function entriesOf(directives: CspDirectives): [keyof CspDirectives, DirectiveValue][] {
  return Object.entries(directives) as [keyof CspDirectives, DirectiveValue][];
}
