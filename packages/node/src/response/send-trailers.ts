import type { StreamInterface } from '@mortise/http-message';
import { fieldValueFault, isFieldValue, splitList } from '@mortise/http-syntax';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeAdapterError } from '../node-adapter-error.js';
import { type TrailerFields, trailersBehind } from './trailed-body.js';

/** The trailers to send after a body; `null` if there are none or the client does not accept them. */
export function trailersFor(
  { httpVersion, headers }: IncomingMessage,
  body: StreamInterface,
): TrailerFields | null {
  const trailers = trailersBehind(body);
  if (trailers === null || httpVersion === '1.0') return null;
  const wanted = splitList(String(headers.te ?? '')).some(
    (coding) => coding.toLowerCase() === 'trailers',
  );
  return wanted ? trailers : null;
}

/** Computes the trailers, and passes them to Node, which sends them at the end of the body. */
export async function sendTrailers(
  trailers: TrailerFields,
  outgoing: ServerResponse,
): Promise<void> {
  const fields: [name: string, value: string][] = [];
  for (const [name, compute] of Object.entries(trailers)) {
    const value = await compute();
    if (value === null) continue;
    if (typeof value !== 'string' || !isFieldValue(value)) throw invalid(name, value);
    fields.push([name, value]);
  }
  outgoing.addTrailers(Object.fromEntries(fields));
}

function invalid(name: string, value: unknown): NodeAdapterError {
  const text = `invalid value for the trailer ${name}: received ${fieldValueFault(value)}; expected only visible ASCII, spaces, tabs and U+0080 to U+00FF, or null`;
  return new NodeAdapterError('TRAILER_INVALID', text, 500);
}
