type Headers = Readonly<Record<string, string>>;

/**
 * Adds headers to common ones. A name replaces the same name in any case: `fetch` would send both values.
 *
 * @param common a function is called
 */
export function mergeHeaders(
  common: Headers | (() => Headers),
  own: Headers,
): Record<string, string> {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(typeof common === 'function' ? common() : common).filter(
    ([name]) => !names.has(name.toLowerCase()),
  );
  return { ...Object.fromEntries(kept), ...own };
}
