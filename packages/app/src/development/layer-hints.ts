import { isPlainFunction, memberOf } from '@mortise/base';
import { isRequest } from '../is-request.js';
import type { VariantLines } from '../misuse/variant-lines.js';
import { callOf, rolesOf, written } from './function-source.js';

/** The hint for a missing option of a function that was added as a layer itself. @param option its path */
export function lineOfUncalled(option: string, layers: readonly unknown[]): string | null {
  const [name = ''] = option.split('.');
  const isLayer = layers.some((layer) => isPlainFunction(layer) && layer.name === name);
  return isLayer ? callLayer(name) : null;
}

/** The hint for what only a layer returns: middleware that it creates, the request, a verdict; `null` for the rest. */
export function lineOfLayer(message: string, value: unknown, lines: VariantLines): string | null {
  if (memberOf(value, 'process') !== undefined) return callLayer(message.split('"')[1]);
  const isVerdict = typeof value === 'boolean';
  if (!isVerdict && typeof value !== 'function' && !isRequest(value)) return null;
  const line = `write return ${callOf(lines)}${isVerdict ? ', or throw httpError(403)' : ''}`;
  return written(line, { code: '', roles: rolesOf(lines), names: [] }, lines);
}

function callLayer(name = 'layer'): string {
  return `call it: write app.add(${name}(options)), without options if it needs none`;
}
