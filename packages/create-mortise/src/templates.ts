/** What each template creates, by name. */
export const templates = {
  api: 'a JSON API: validated input, an OpenAPI document, a log',
  web: 'pages and forms: sessions, flash messages, CSRF protection',
  worker: 'for Workers, Deno and Bun; Node in development',
  'slim4-port': 'the structure of a Slim 4 application',
  'slim3-port': 'the structure of a Slim 3 application',
} as const;

/** A name among {@link templates}. */
export type TemplateName = keyof typeof templates;

/** Returns whether a text is the name of a template. */
export function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(templates, text);
}
