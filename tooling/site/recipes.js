/** Each section of `docs/recipes.md` becomes a page of the site; the client code that tries the program is folded. */
import { descriptionOf } from './describe.js';

export const RECIPES = 'docs/recipes.md';

/** The recipes by task, in their order: each group begins with this one. */
const GROUPS = {
  'log-visitors-in-and-out': 'Users',
  'accept-file-uploads': 'Files',
  'build-a-json-api-with-errors': 'APIs',
  'receive-a-webhook': 'Webhooks, jobs and email',
  'query-with-kysely': 'Databases',
  'send-events-to-the-browser': 'Live',
  'let-other-origins-call-your-api': 'Browsers and addresses',
  'run-behind-a-proxy': 'Operation',
  'mount-trpc': 'Other libraries',
};

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

/**
 * @returns {{ group: string, recipes: ReturnType<typeof recipesOf> }[]}
 * @throws {Error} if a group begins with a recipe that does not exist
 */
export function groupsOfRecipes(markdown) {
  const groups = [];
  for (const recipe of recipesOf(markdown)) {
    const group = GROUPS[recipe.slug];
    if (group !== undefined) groups.push({ group, recipes: [] });
    groups.at(-1).recipes.push(recipe);
  }
  if (groups.length !== Object.keys(GROUPS).length)
    throw new Error('A group of recipes begins with none of docs/recipes.md: see recipes.js.');
  return groups;
}

/** The page that lists the recipes, after their shared introduction: what each is for, in its first sentence. */
export function listOfRecipes(markdown) {
  const [introduction] = markdown.split(/^(?=## )/m);
  const sections = groupsOfRecipes(markdown).map(({ group, recipes }) => {
    const lines = recipes.map(
      (recipe) =>
        `- [${recipe.title}](recipes.md#${recipe.slug}): ${descriptionOf(recipe.markdown) ?? ''}`,
    );
    return `## ${group}\n\n${lines.join('\n')}\n`;
  });
  return `${introduction}\n${sections.join('\n')}`;
}
