/** What each template creates, by name. */
export const templates = {
  minimal: 'one file',
  api: 'a JSON API: validated input, documentation, a log, PostgreSQL if you have it',
  web: 'pages and forms: login, sessions, CSRF protection, error pages in the site layout',
  worker: 'for Workers, Deno and Bun, and Node',
  'slim4-port': 'the structure of a Slim 4 application',
  'slim3-port': 'the structure of a Slim 3 application',
} as const;

/** A name among {@link templates}. */
export type TemplateName = keyof typeof templates;

/** Returns whether a string is the name of a template. */
export function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(templates, text);
}
