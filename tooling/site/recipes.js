/** Each section of `docs/recipes.md` becomes a page of the site; the client code that tries the program is folded. */
export const RECIPES = 'docs/recipes.md';

/** The program, the client at its end, and what the client prints. */
const TRIED = /^(```ts\n.*?\n)\n(\/\/ Try it.*?^```\n(?:\n```text\n.*?^```\n)?)/gms;

/**
 * @param {string} markdown that of {@link RECIPES}
 * @returns {{ slug: string, title: string, markdown: string }[]} in their order
 */
export function recipesOf(markdown) {
  return markdown
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => {
      const title = /^## (.+)$/m.exec(section)[1];
      const slug = title.toLowerCase().replaceAll(' ', '-');
      const folded = section
        .replace(/^## .+$/m, `# ${title}`)
        .replace(TRIED, '$1```\n\n::: details Try it\n```ts\n$2\n:::\n');
      return { slug, title, markdown: folded };
    });
}

/** The page that lists the recipes, after their shared introduction. */
export function listOfRecipes(markdown) {
  const [introduction] = markdown.split(/^(?=## )/m);
  const lines = recipesOf(markdown).map(({ slug, title }) => `- [${title}](recipes.md#${slug})`);
  return `${introduction}\n${lines.join('\n')}\n`;
}
