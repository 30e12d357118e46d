/** Media types worth compressing: text, text formats, and uncompressed fonts and images. */
const COMPRESSIBLE = new RegExp(
  [
    'text/.+',
    '[^/]+/.+\\+(?:json|xml|text|yaml)',
    'application/(?:json|json5|graphql|javascript|x-javascript|ecmascript)',
    'application/(?:xml|xml-dtd|rtf|x-ndjson|x-www-form-urlencoded|yaml|toml|wasm|vnd\\.ms-fontobject)',
    'font/(?:otf|ttf|collection)',
    'image/(?:bmp|x-icon|vnd\\.microsoft\\.icon)',
  ]
    .map((pattern) => `^${pattern}$`)
    .join('|'),
);

/**
 * Whether a media type is worth compressing: text, text formats such as JSON and SVG, and uncompressed fonts and
 * images.
 *
 * @param contentType the header's value, with or without parameters
 * @returns `false` for `''`
 */
export function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE.test(mediaTypeOf(contentType));
}

/**
 * Whether a media type is that of an event stream.
 *
 * @param contentType the header's value, with or without parameters
 * @returns `false` for `''`
 */
export function isEventStream(contentType: string): boolean {
  return mediaTypeOf(contentType) === 'text/event-stream';
}

/** RFC 9110 8.3.1: media types are case-insensitive. */
function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(';');
  const type = end === -1 ? contentType : contentType.slice(0, end);
  return type.trim().toLowerCase();
}
