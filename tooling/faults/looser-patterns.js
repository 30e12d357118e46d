const PARTS = [
  // An anchor.
  [/^\^|\$$/g, () => ''],
  // A bound of a repetition.
  [/(?<=\{)\d+|(?<=[{,])\d+(?=\})/g, (bound) => String(Number(bound) + 1)],
  // A class of characters.
  [/(?<!\\)\[(?:\\.|[^\]\\])+\]/g, () => '[^]'],
  [/(?<![[\w^.-])\\[dDsSwWb](?![^[]*\])/g, (escape) => (escape === '\\b' ? '' : '[^]')],
  // A part that must be there, or may be there.
  [/(?<=[\])\w])[+?](?![?+*])/g, () => '*'],
];

/**
 * Regular expressions that accept more or less by one part.
 *
 * @param literal with its slashes and flags
 */
export function looserPatterns(literal) {
  const end = literal.lastIndexOf('/');
  const source = literal.slice(1, end);
  const flags = literal.slice(end + 1);
  const sources = PARTS.flatMap(([part, replace]) =>
    [...source.matchAll(part)].map(
      ({ 0: text, index }) =>
        source.slice(0, index) + replace(text) + source.slice(index + text.length),
    ),
  );
  const faults = sources.filter((other) => other !== '').map((other) => [other, flags]);
  for (const flag of flags.replace(/[^ims]/g, '')) faults.push([source, flags.replace(flag, '')]);
  return faults.map((parts) => `/${parts[0]}/${parts[1]}`).filter(isLiteral);
}

function isLiteral(text) {
  try {
    return new Function(`return ${text};`)() instanceof RegExp;
  } catch {
    return false;
  }
}
