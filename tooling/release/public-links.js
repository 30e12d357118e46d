/** Relative links of a Markdown file as links to the public repository, for a page where relative ones lead nowhere. */

/** A fenced block, to its end or that of the text, or a code span within a paragraph. */
const CODE =
  /^[ \t>]*(?<fence>`{3,}(?=[^`\n]*$)|~{3,})[\s\S]*?(?:\n[ \t>]*\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<![`\\])(?<span>`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\k<span>(?!`)/;

/** What is before the target of an inline link or image, or of a definition (not that of a footnote). */
const BEFORE = /\]\([ \t]*|^ {0,3}\[[^\]^\n][^\]\n]*\]:[ \t]*/;

const TARGET = /<(?<enclosed>[^<>\n]*)>|(?<plain>(?:[^\s<>()]|\([^\s<>()]*\))+)/;

const TAG = /(?<tag><(?:a|img)\b[^<>]*?\s(?:href|src)=")(?<quoted>[^"]*)/;

const TOKEN = new RegExp(
  `${CODE.source}|(?<before>${BEFORE.source})(?:${TARGET.source})|${TAG.source}`,
  'gm',
);

/** What the forge shows as a picture must be the file itself, not the page about it. */
const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/**
 * @param {string} markdown
 * @param {string} directory of the file in the repository, such as `packages/NAME`
 * @param {string} address of the repository, without a slash at the end
 * @returns {string} the same; links with a scheme, links to a section of the page and code are unchanged. Links lead to
 *   the default branch.
 */
export function withPublicLinks(markdown, directory, address) {
  const absolute = (target) => publicLink(target, directory, address);
  return markdown.replace(TOKEN, (token, ...rest) => {
    const { before, enclosed, plain, tag, quoted } = rest.at(-1);
    if (tag !== undefined) return `${tag}${absolute(quoted)}`;
    if (enclosed !== undefined) return `${before}<${absolute(enclosed)}>`;
    return plain === undefined ? token : `${before}${absolute(plain)}`;
  });
}

function publicLink(target, directory, address) {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(target)) return target;
  const { pathname, search, hash } = new URL(target, `file:///${directory}/`);
  const path = pathname.replace(/\/$/, '');
  if (path === '') return `${address}${search}${hash}`;
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  const view = PICTURE.test(path) ? 'raw' : isFile ? 'blob' : 'tree';
  return `${address}/${view}/HEAD${path}${search}${hash}`;
}
