/** Characters that RFC 8187 attr-char excludes and `encodeURIComponent` does not encode. */
const UNENCODED = /['()*]/g;

/**
 * Returns the value of `Content-Disposition` for a download.
 *
 * @param name the file's name. Slashes, backslashes and control characters become `_`. A name that is not plain ASCII
 *   is sent twice, the second time in UTF-8 for browsers that support it.
 * @see RFC 6266 4.3, appendix D; RFC 8187 3.2.1
 */
export function contentDisposition(name: string): string {
  const safe = name
    .replaceAll(/[/\\\p{Cc}\u2028\u2029]/gu, '_')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
  // Some browsers decode percent escapes in a quoted name.
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
