import { formText } from '@mortise/contract';
import {
  parsePattern,
  type Placeholder,
  type Variant,
  type Variants,
} from '@mortise/router/pattern';
import { ClientError } from './client-error.js';

/** Arguments of a path, by name. */
export type TargetArgs = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Builds the path of a pattern: its longest variant for which there are arguments, each of them percent-encoded.
 *
 * @param operation for errors
 * @throws {ClientError} `ARGUMENT_MISSING`; `ARGUMENT_INVALID` for an argument that would change the rest of the path, or the host
 */
export function pathOf(operation: string, variants: Variants, args: TargetArgs): string {
  const chosen = variants.findLast((variant) => missingIn(variant, args) === undefined);
  if (chosen === undefined) {
    const name = missingIn(variants[0] ?? [], args)?.name ?? '';
    throw new ClientError('ARGUMENT_MISSING', operation, `missing argument "${name}" of the path`);
  }
  const path = chosen
    .map((part) =>
      typeof part === 'string'
        ? literal(part)
        : encoded(operation, valueOf(args, part.name) ?? '', part.expression),
    )
    .join('');
  // A URL parser removes dot segments, escaped or not, and the request would reach another path.
  if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)) {
    const problem = 'an argument would become a path segment "." or ".."; pass another value';
    throw new ClientError('ARGUMENT_INVALID', operation, problem);
  }
  // A URL parser would read the second segment as a host, and the request would reach another server.
  if (path.startsWith('//')) {
    const problem = 'an argument would make the path begin with "//"; pass another value';
    throw new ClientError('ARGUMENT_INVALID', operation, problem);
  }
  return path;
}

/** The first placeholder without an argument. */
function missingIn(variant: Variant, args: TargetArgs): Placeholder | undefined {
  return variant.find(
    (part): part is Placeholder => typeof part !== 'string' && valueOf(args, part.name) === null,
  );
}

function literal(text: string): string {
  return encodeURI(text).replaceAll(/[?#]/g, encodeURIComponent);
}

/** Slashes stay where the placeholder matches them: the server takes no escaped ones there. */
function encoded(operation: string, value: string, expression: string): string {
  if (/\p{Cs}/u.test(value)) {
    const problem = 'an argument contains an unpaired surrogate; pass well-formed text';
    throw new ClientError('ARGUMENT_INVALID', operation, problem);
  }
  const text = encodeURIComponent(value);
  const spans = value.includes('/') && new RegExp(`^(?:${expression})$`, 'su').test(value);
  return spans ? text.replaceAll('%2F', '/') : text;
}

function valueOf(args: TargetArgs, name: string): string | null {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return value === undefined || value === null ? null : String(value);
}

/** Parses the pattern of an operation, once. */
export function variantsOf(pattern: string): Variants {
  return parsePattern(pattern);
}

/** @returns the query with its `?`; `''` for a query without values */
export function queryOf(query: object): string {
  const text = formText(query);
  return text === '' ? '' : `?${text}`;
}
