const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * Whether JSON contains an unpaired surrogate, which no encoding can represent and PHP rejects.
 *
 * @param text the text from which the data was parsed; if it shows that there is none, the data is not searched
 * @see RFC 8259 8.2
 */
export function hasLoneSurrogate(text: string, data: unknown): boolean {
  return mayHold(text) && isIn(data);
}

function mayHold(text: string): boolean {
  // Searches for one character first: Bun takes ten times as long for two.
  const isEscaped = text.includes('\\') && text.includes('\\u') && ESCAPED_SURROGATE.test(text);
  return isEscaped || !text.isWellFormed();
}

function isIn(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => !key.isWellFormed() || isIn(item));
}
