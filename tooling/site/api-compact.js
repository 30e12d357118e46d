/**
 * Shortens a member as typedoc writes it: what the signature already says is left out, and headings such as `Returns`
 * become the first word of their text, so that the headings of a page are names.
 */

const SECTION = /^(?=#{4,7} )/m;
const HEADING = /^#+ (.+?)(?: \{#[^}]+\})?\n+/;

/** Headings of which only the text is kept, or nothing. */
const UNNAMED = new Set(
  `Methods Properties Constructors Accessors Get_Signature Call_Signature Index_Signature Indexable Union_Members
  Type_Literal Type_Declaration`.split(/\s+/),
);
const UNSAID = new Set(['Inherited_from', 'Overrides', 'Implementation_of']);
const LEADS = new Set(['Throws', 'See', 'Extends', 'Extended_by', 'Implements', 'Example']);

/** @param {string} member with its anchors in its headings: `##### add() {#add}` */
export function compact(member) {
  const [head, ...sections] = member.replaceAll(/^\*\*\*$/gm, '').split(SECTION);
  return [head, ...sections.map(shortened)]
    .join('')
    .replaceAll(UNDESCRIBED_SYMBOL, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd();
}

/** A method by which classes know one another, `[HTTP_ERROR]`, with its signature alone. */
const UNDESCRIBED_SYMBOL = /^##### \\\[.*\n\n>.*\s*(?=^#|(?![^]))/gm;

function shortened(section) {
  const title = HEADING.exec(section)[1].replaceAll(' ', '_');
  const body = section.replace(HEADING, '');
  if (UNSAID.has(title)) return '';
  if (UNNAMED.has(title)) return withTables(body);
  if (LEADS.has(title)) return lead(title, asLine(body));
  if (title === 'Returns') return lead(title, withTables(body.replace(/^.+\n*/, '')));
  if (title === 'Parameters' || title === 'Type_Parameters') return listOf(body);
  return section;
}

function lead(title, body) {
  if (body.trim() === '') return '';
  const after = /^[|-]/.test(body) ? '\n\n' : ' ';
  return `**${title.replace('_', ' ')}**${after}${body}`;
}

/** A list of types is one line. */
function asLine(body) {
  const items = body.trim().split(/\n+(?=- )/);
  return `${items.map((item) => item.replace(/^- /, '')).join(', ')}\n\n`;
}

/** Parameters of which more is known than their types, which the signature has. */
function listOf(body) {
  const lines = rowsIn(body).flatMap((row) => {
    const type = /[.]/.test(row.name) || row.kind === 'Type Parameter' ? row.type : '';
    const facts = [type, row.description, row.preset && `default ${row.preset}`].filter(Boolean);
    const name = row.kind === 'Type Parameter' ? `Type parameter ${row.name}` : row.name;
    if (facts.length > 0) return [`- ${name}: ${facts.join('; ')}`];
    return /extends/.test(name) ? [`- ${name}`] : [];
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

/** Tables with one column for the type and the description, which is often missing. */
function withTables(body) {
  return body.replaceAll(/(?:^\|.*\n?)+/gm, (table) => {
    const rows = rowsIn(table).map(
      ({ name, type, description }) =>
        `| ${name} | ${[type, description].filter(Boolean).join('<br>')} |`,
    );
    return `| Property | Type and meaning |\n|---|---|\n${rows.join('\n')}\n`;
  });
}

function rowsIn(table) {
  const lines = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
  const [titles, , ...rows] = lines.map((cells) => cells.map((cell) => cell.trim()));
  const cellOf = (row, title) => {
    const cell = row[titles.findIndex((each) => title.test(each))] ?? '';
    return /^(?:-|`undefined`|`\{\}`)$/.test(cell) ? '' : cell;
  };
  return rows.map((row) => ({
    kind: titles[0],
    name: row[0],
    type: cellOf(row, /^Type$/),
    preset: cellOf(row, /^Default/),
    description: cellOf(row, /^Description$/),
  }));
}
