/** Characters that RFC 8187 attr-char excludes and `encodeURIComponent` does not encode. */
const UNENCODED = /['()*]/g;

/**
 * Returns the `Content-Disposition` header for a download.
 *
 * @param name of the file. Slashes, backslashes and control characters become `_`; a name that is not plain
 *   ASCII is written twice, the second time in UTF-8 for browsers that support it.
 * @see RFC 6266 4.3, appendix D; RFC 8187 3.2.1
 */
export function contentDisposition(name: string): string {
  const safe = name
    .replaceAll(/[/\\\p{Cc}\u2028\u2029]/gu, '_')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
  // A percent sign in a quoted name is decoded by some browsers.
  const plain = safe.replaceAll(/[^ -~]|["%]/gu, '_');
  const quoted = `attachment; filename="${plain}"`;
  return plain === safe ? quoted : `${quoted}; filename*=UTF-8''${encoded(safe)}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    UNENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
