/** The ids of a distributed trace, in lower-case hexadecimal digits. */
export interface TraceParent {
  /** 32 digits. */
  readonly traceId: string;
  /** The caller's span: 16 digits. */
  readonly parentId: string;
}

const SHAPE = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;
const ZEROS = /^0+$/;

/**
 * Parses the `traceparent` header. Of later versions, only the known part is read.
 *
 * @returns `null` for `''` and for a malformed value, which must be ignored
 * @see W3C Trace Context 3.2
 */
export function parseTraceparent(value: string): TraceParent | null {
  const [, version, traceId = '', parentId = '', more] = SHAPE.exec(value) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return null;
  return ZEROS.test(traceId) || ZEROS.test(parentId) ? null : { traceId, parentId };
}
