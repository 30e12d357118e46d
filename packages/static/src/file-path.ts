import { canonicalPath, decodePercent } from '@mortise/http-syntax';

/** Which names {@link filePath} accepts. */
export interface FilePathRules {
  /** Whether files and folders that begin with a dot are served. `.well-known` is always served. */
  readonly dotfiles: boolean;
  /** Whether names with a special meaning on Windows are refused. */
  readonly isWindows: boolean;
}

/** Names of Windows devices, alone or before a dot. Windows treats superscript digits as digits in them. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])(?:\.|$)/i;
const WELL_KNOWN = '.well-known';

/**
 * Returns the segments of a path, from the root folder to the file, each decoded once.
 *
 * @param path the path of a request, relative to the prefix of the files; begins with a slash
 * @returns the segments, the last one `''` for a folder (`/docs/`, `/`); `null` if the path cannot be that of a file,
 *   because it contains `.`, `..`, an empty segment, an encoded slash, a backslash, NUL or a malformed escape, or a
 *   name that the rules exclude
 */
export function filePath(path: string, rules: FilePathRules): readonly string[] | null {
  const canonical = canonicalPath(path);
  if (canonical === null || !canonical.startsWith('/')) return null;
  if (canonical === '/') return [''];
  const names: string[] = [];
  const segments = canonical.slice(1).split('/');
  for (const [index, segment] of segments.entries()) {
    const name = decodePercent(segment);
    const isFolder = name === '' && index === segments.length - 1;
    if (name === null || !(isFolder || isFileName(name, index === 0, rules))) return null;
    names.push(name);
  }
  return names;
}

/**
 * Whether a decoded segment is the name of a file or folder that the rules accept.
 *
 * @param isFirst whether it is in the root folder
 */
export function isFileName(
  name: string,
  isFirst: boolean,
  { dotfiles, isWindows }: FilePathRules,
): boolean {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) return false;
  if (name.startsWith('.') && !dotfiles && !(isFirst && name === WELL_KNOWN)) return false;
  return !isWindows || !(/[:. ]$|:/.test(name) || DEVICE.test(name));
}
