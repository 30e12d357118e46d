/** Cached by status and content type; only the first ones, in case an application generates types. */
const KNOWN = new Map<number, Map<string, ResponseInit>>();
const MAX_KNOWN = 32;
let count = 0;

/**
 * Whether the platform's `Response` is native code, which copies another `Response` without reading its members:
 * 0.20 µs on Bun, where `Headers` take 0.22 to 0.23 µs and an object 0.32 µs. A `Response` in JavaScript reads them,
 * which takes longer.
 */
const IS_NATIVE = /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(Response));

/**
 * Returns the second argument of `new Response`, which copies it, for a response whose only header is its content type.
 *
 * @throws {RangeError | TypeError} from the platform, if it refuses the status or the type
 */
export function contentTypeInit(status: number, type: string): ResponseInit {
  return KNOWN.get(status)?.get(type) ?? createInit(status, type);
}

function createInit(status: number, type: string): ResponseInit {
  const fields = { 'Content-Type': type };
  // Deno's `Response`, in JavaScript, has a fast path for an object with this type: 0.11 µs instead of 0.29 µs.
  const headers = type === 'application/json' && !IS_NATIVE ? fields : new Headers(fields);
  const head = status === 200 ? { headers } : { status, headers };
  const init = IS_NATIVE ? new Response(null, head) : head;
  if (count < MAX_KNOWN) {
    count++;
    const types = KNOWN.get(status) ?? new Map<string, ResponseInit>();
    KNOWN.set(status, types.set(type, init));
  }
  return init;
}
