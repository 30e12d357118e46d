import { isPlainFunction, memberOf } from '@mortise/base';
import { isRequest } from '../is-request.js';
import type { VariantLines } from '../misuse/variant-lines.js';
import { callOf, rolesOf, written } from './function-source.js';

/** Returns the hint for an option that is missing because its function was added as a layer itself. @param option its path */
export function lineOfUncalled(option: string, layers: readonly unknown[]): string | null {
  const [name = ''] = option.split('.');
  const isLayer = layers.some((layer) => isPlainFunction(layer) && layer.name === name);
  return isLayer ? callLayer(name) : null;
}

/**
 * Returns the hint for a value that only a layer returns: middleware that it creates, the request, a verdict.
 *
 * @param message names the layer
 * @returns `null` for any other value
 */
export function lineOfLayer(message: string, value: unknown, lines: VariantLines): string | null {
  const [, name] = /^middleware "(\w+)"/.exec(message) ?? [];
  if (name !== undefined && typeof memberOf(value, 'process') === 'function')
    return callLayer(name);
  const isVerdict = typeof value === 'boolean';
  if (!isVerdict && typeof value !== 'function' && !isRequest(value)) return null;
  const line = `write return ${callOf(lines)}${isVerdict ? ', or throw httpError(403)' : ''}`;
  return written(line, { code: '', roles: rolesOf(lines), names: [] }, lines);
}

/** The hint for a function that creates middleware, and was added without a call. */
function callLayer(name: string): string {
  return `call it: write app.add(${name}(options)), without options if it needs none`;
}
