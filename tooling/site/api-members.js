/** Members of an entry as typedoc writes them: an anchor, a heading, a signature, a description. */

/** Matches the beginning of a member. */
export const MEMBER = /^(?=<a id="[^"]*"><\/a>\n\n### )/m;

/** A link to the member, or to the original if it is re-exported: `Re-exports [json](@mortise/app.md#json)`. */
export function linkOf(member) {
  const name = nameOf(member);
  const other = /^Re(?:-exports|names and re-exports) \[[^\]]+\]\((\S+)\)/m.exec(member)?.[1];
  return `[${name}](${other ?? `#${idOf(member)}`})`;
}

/** The first sentence of a description, without links. */
export function sentenceOf(member) {
  const paragraphs = member.split(/\n{2,}/).slice(1);
  const first = paragraphs.find((text) => /^[A-Z`[]/.test(text))?.replaceAll('\n', ' ');
  const sentence = first?.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').match(/^.*?[.:](?= |$)/)?.[0];
  return sentence === undefined ? '' : `: ${sentence.replace(/:$/, '.')}`;
}

/** The text of its heading: `json()` for a function. */
export function nameOf(member) {
  return /^### (.+)$/m.exec(member)[1];
}

/** The anchor before its heading. */
export function idOf(member) {
  return /^<a id="([^"]*)">/.exec(member)[1];
}

/** Its line in a list: a link with, for a function, the names of the parameters. */
export function rowOf(member) {
  const table = /^#{4,5} Parameters\n\n.*\n.*\n((?:\|.*\n)*)/m.exec(member)?.[1] ?? '';
  const names = [...table.matchAll(/^\| `([^`.]+)` /gm)].map(([, name]) => name);
  const link = linkOf(member);
  return `- ${link.replace(/(?<=^\[[^\]]*)\(\)(?=\])/, `(${[...new Set(names)].join(', ')})`)}`;
}

/** With its anchors as the ids of its headings: `##### add() {#add}`. */
export function withIds(member) {
  return member.replaceAll(/^<a id="([^"]+)"><\/a>\n\n(#+ .+)$/gm, '$2 {#$1}');
}
