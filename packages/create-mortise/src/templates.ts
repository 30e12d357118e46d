/** The templates by name, with what each creates. */
export const templates = {
  minimal: 'one file',
  api: 'a JSON API: validated input, documentation, logging, optional PostgreSQL',
  web: 'pages and forms: login, sessions, CSRF protection, error pages in the site layout',
  worker: 'for Workers, Deno, Bun and Node',
  'slim4-port': 'the structure of a Slim 4 application',
  'slim3-port': 'the structure of a Slim 3 application',
} as const;

/** The name of a template in {@link templates}. */
export type TemplateName = keyof typeof templates;

/** Whether a string is the name of a template. */
export function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(templates, text);
}
