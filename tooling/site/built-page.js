/** Reads what the rules of the site need from the HTML of a built page, without a browser. */

const NOT_TAGS = /<!--.*?-->|(?<=<script\b[^>]*>).*?(?=<\/script>)/gs;
const TAG = /<(\/?)([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:="([^"]*)")?/g;
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Elements without an end. */
const VOID = /^(?:area|base|br|col|hr|img|input|link|meta|source|wbr)$/;

/** Elements whose `src` or `href` the browser requests when it opens the page. */
const REQUESTED = {
  script: 'src',
  img: 'src',
  source: 'src',
  video: 'src',
  audio: 'src',
  iframe: 'src',
  link: 'href',
};

/**
 * @param {string} path of the page, such as `/guides/routing.html`
 * @param {string} html as Vitepress writes it: names in lower case, values in double quotes
 * @returns its `ids`, `links` and `requests` as written, `images`, `description` (`''` if it has none), `parts` (names
 *   of elements and classes, and which element is in which: `ul>li`), and `length`, the number of characters of the article
 */
export function readBuiltPage(path, html) {
  const page = {
    path,
    ids: new Set(),
    links: new Set(),
    requests: new Set(),
    images: [],
    description: '',
    parts: new Set(),
    length: html.length - Math.max(0, html.indexOf('<main')),
  };
  const around = [];
  for (const [, end, name, text] of html.replace(NOT_TAGS, '').matchAll(TAG)) {
    if (end !== '') {
      around.pop();
      continue;
    }
    const attributes = attributesOf(text);
    page.parts.add(name).add(`${around.at(-1)}>${name}`);
    if (!VOID.test(name)) around.push(name);
    // Vitepress gives each page a class of its own, with `_` and its path.
    for (const part of attributes.class?.split(' ') ?? [])
      if (!part.startsWith('_')) page.parts.add(`.${part}`);
    if (attributes.id !== undefined) page.ids.add(attributes.id);
    const requested = attributes[REQUESTED[name]];
    if (requested !== undefined) page.requests.add(requested);
    if (name === 'a' && attributes.href !== undefined) page.links.add(attributes.href);
    if (name === 'img') page.images.push({ src: attributes.src, alt: attributes.alt ?? '' });
    if (name === 'meta' && attributes.name === 'description')
      page.description = attributes.content ?? '';
  }
  return page;
}

function attributesOf(text) {
  const attributes = Object.create(null);
  for (const [, name, value = ''] of text.matchAll(ATTRIBUTE))
    attributes[name] = value.replace(/&(\w+|#39);/g, (entity, key) => ENTITIES[key] ?? entity);
  return attributes;
}
