/** A user name and a password. */
export interface BasicCredentials {
  /** Can be `''`; contains no colon. */
  readonly username: string;

  /** Can be `''`, and can contain colons. */
  readonly password: string;
}

const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses `Basic` credentials: the base64 of a UTF-8 user name and password, separated by the first colon.
 *
 * @param token the part of the header that follows `Basic`
 * @returns `null` if the token is not base64 or not UTF-8, has no colon, or contains a control character
 * @see RFC 7617 2
 */
export function parseBasicCredentials(token: string): BasicCredentials | null {
  const text = decoded(token);
  const colon = text?.indexOf(':') ?? -1;
  if (text === null || colon === -1 || /\p{Cc}/u.test(text)) return null;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decoded(token: string): string | null {
  // `atob` also accepts whitespace.
  if (!BASE64.test(token)) return null;
  try {
    const binary = atob(token);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
