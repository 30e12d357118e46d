import { escapeHtml } from 'mortise';

const KEYWORDS =
  'async|await|break|class|const|continue|else|export|extends|false|for|from|function|if|import|in|interface|let|new|null|of|readonly|return|throw|true|try|catch|type|typeof|undefined|while|yield';
const TOKENS = new RegExp(
  [
    String.raw`(?<comment>/\*[^]*?\*/|//.*)`,
    String.raw`(?<text>'(?:[^'\\\n]|\\.)*'|\`(?:[^\`\\]|\\.)*\`)`,
    String.raw`(?<keyword>\b(?:${KEYWORDS})\b)`,
    String.raw`(?<number>\b\d[\d_]*\b)`,
  ].join('|'),
  'g',
);

/** Marks comments, texts, keywords and numbers of TypeScript. @returns HTML, whose text is escaped */
export function highlight(source: string): string {
  let html = '';
  let end = 0;
  for (const { 0: token, index, groups = {} } of source.matchAll(TOKENS)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';
    html += `${escapeHtml(source.slice(end, index))}<span class="${kind}">${escapeHtml(token)}</span>`;
    end = index + token.length;
  }
  return html + escapeHtml(source.slice(end));
}
