import { isPlainFunction, memberOf } from '@mortise/base';
import { AppError } from '../app-error.js';
import { LINES, type VariantLines } from '../misuse/variant-lines.js';
import { isRequest } from '../is-request.js';
import { responseOf } from './foreign-members.js';
import {
  ERROR_HANDLER,
  callOf,
  type Failure,
  HANDLER,
  rolesOf,
  sourceAt,
  written,
} from './function-source.js';
import { lineOfReturned } from './hint-of-cause.js';

/** Finds a function that was added instead of the middleware that it creates: `app.add(cors)`. */
export function lineOfUncalled({ error, layers }: Failure): string | null {
  const [, layer] = /^middleware "(\w+)"/.exec(error.message) ?? [];
  const result = layer && memberOf(error, 'value');
  const isCreated = typeof result === 'function' || memberOf(result, 'process') !== undefined;
  // Or it refused the request, which it took for its options.
  const name = isCreated ? layer : String(memberOf(error, 'option')).split('.')[0];
  return layers.some((each) => isPlainFunction(each) && each.name === name)
    ? `write ${name}(...) instead of ${name}: it returns the middleware`
    : null;
}

/** Finds a handler or a layer that returned something else than a response. */
export function lineOfMissing({ error, sources: [own], lines: usual }: Failure): string | null {
  if (!(error instanceof AppError) || error.code !== 'RESPONSE_MISSING') return null;
  const { message, value } = error;
  // It gets plain messages in each variant.
  const lines = message.startsWith('the app.notFound()') ? LINES : usual;
  const isRoute = message.startsWith('route ');
  if (value === undefined) return isRoute ? lineOfReturned(own, lines) : null;
  if (!message.endsWith(' instead of a response')) return null;
  const [first = ''] = message.split(' ');
  const roles = { the: HANDLER, an: ERROR_HANDLER, route: HANDLER }[first];
  const at = isRoute ? own : sourceAt(roles ?? rolesOf(lines));
  const call = roles === undefined ? lineOfPassing(value, lines) : null;
  return call === null
    ? written(`write ${responseOf(value)}`, at, lines)
    : written(call, { ...at, names: [] }, lines);
}

/** Returns the call that a layer lacks which returned its request, the next handler, or whether to go on. */
function lineOfPassing(value: unknown, lines: VariantLines): string | null {
  const isVerdict = typeof value === 'boolean';
  if (!isVerdict && typeof value !== 'function' && !isRequest(value)) return null;
  return `write return ${callOf(lines)}${isVerdict ? ', or throw httpError(403)' : ''}`;
}

/** Finds the layer that assigned a member to its request. */
export function lineOfAssigned({ error, sources, lines }: Failure): string | null {
  const [, member] = / assigned request\.(\w+)/.exec(error.message) ?? [];
  if (member === undefined || !(error instanceof AppError)) return null;
  const assigns = new RegExp(`\\brequest\\.${member}\\s*=`);
  const at = sources.find(({ code }) => assigns.test(code)) ?? sourceAt(rolesOf(lines));
  const line = callOf(lines).replace('request', `request.withAttribute('${member}', value)`);
  return written(`write ${line}, and read request.getAttribute('${member}')`, at, lines);
}

/** Finds an error that `schema.parse` threw: its client gets 500, not 422. */
export function lineOfIssues({ error, sources }: Failure): string | null {
  const code = sources.map((each) => each.code).join('\n');
  if (!Array.isArray(memberOf(error, 'issues')) || !/\bparse(?:Async)?\(/.test(code)) return null;
  const part = /\bparse(?:Async)?\([^;]*request\.getQueryParams\(/.test(code) ? 'query' : 'body';
  return `to answer invalid input with 422, write endpoint({ ${part}: schema }, handler), from @mortise/endpoint`;
}
