/** The record of a request that is running, or whose process ended before it had a response. */
export interface ClaimRecord {
  readonly kind: 'claim';
  /** The request's fingerprint: a SHA-256 as base64url. */
  readonly fingerprint: string;
  /** A random value: only the request that wrote the claim renews and replaces it. */
  readonly owner: string;
  /** The time until which the claim is valid, in milliseconds since 1970; each renewal extends it. */
  readonly until: number;
}

/** The record of the handler's response, whatever its status. */
export interface ResponseRecord {
  readonly kind: 'response';
  readonly fingerprint: string;
  /** 200 to 599. */
  readonly status: number;
  readonly reason: string;
  /** Alternating names and values, without headers that apply only to one transfer. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** The record of an error that the handler threw, with the parts that clients may see. */
export interface ErrorRecord {
  readonly kind: 'error';
  readonly fingerprint: string;
  /** 400 to 599. */
  readonly status: number;
  readonly code: string | null;
  readonly title: string | null;
  /** `''` for none. */
  readonly detail: string;
  readonly problem: Readonly<Record<string, unknown>>;
  /** Names and values, one pair per value. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The record of a request whose handler has run, but whose response was not kept. */
export interface UnkeptRecord {
  readonly kind: 'unkept';
  readonly fingerprint: string;
}

/** The record that a store keeps for a key. */
export type IdempotencyRecord = ClaimRecord | ErrorRecord | ResponseRecord | UnkeptRecord;

/** The format's version. Change it with the format, and with the members of the records. */
const VERSION = 1;

/** Bytes of the version, the checksum of the rest, and the length of the facts. */
const HEADER_BYTES = 9;
const CHECKSUM_AT = 1;
const LENGTH_AT = 5;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NO_BODY = new Uint8Array();

/** Serializes a record: version, checksum, length of the facts, facts as JSON, and body. */
export function writeRecord(record: IdempotencyRecord): Uint8Array {
  const { body = NO_BODY, ...facts } = record as IdempotencyRecord & { readonly body?: Uint8Array };
  const head = encoder.encode(JSON.stringify(facts));
  const bytes = new Uint8Array(HEADER_BYTES + head.length + body.length);
  bytes.set(head, HEADER_BYTES);
  bytes.set(body, HEADER_BYTES + head.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, VERSION);
  view.setUint32(LENGTH_AT, head.length);
  view.setUint32(CHECKSUM_AT, checksum(bytes));
  return bytes;
}

/**
 * @returns the record; `null` if this version of {@link writeRecord} did not write the bytes, or if they are damaged
 */
export function readRecord(bytes: Uint8Array): IdempotencyRecord | null {
  if (bytes.length < HEADER_BYTES || bytes[0] !== VERSION) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(CHECKSUM_AT) !== checksum(bytes)) return null;
  const end = HEADER_BYTES + view.getUint32(LENGTH_AT);
  const head = decoder.decode(bytes.subarray(HEADER_BYTES, end));
  try {
    const facts = JSON.parse(head) as IdempotencyRecord;
    return facts.kind === 'response' ? { ...facts, body: bytes.subarray(end) } : facts;
  } catch {
    return null;
  }
}

/** Returns the 32-bit FNV-1a hash of all bytes after the checksum. A change of one byte always changes it. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = LENGTH_AT; at < bytes.length; at++) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  }
  return hash >>> 0;
}
