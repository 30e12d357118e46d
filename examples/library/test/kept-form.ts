import type { Visitor } from './visitor.js';

/** The fields of the form below an error, as a browser sends them. */
export function keptIn(page: string): Record<string, string> {
  const [, form = ''] = /<form class="fields" method="post"[^>]*>([^]*?)<\/form>/.exec(page) ?? [];
  const fields = form.matchAll(/<input type="\w+" name="(.*?)" value="(.*?)"/g);
  const text = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, text(value)]));
}

/** Sends a form that an error has shown again. */
export function sendAgain(visitor: Visitor, path: string, page: string): Promise<Response> {
  return visitor.send('POST', path, { body: new URLSearchParams(keptIn(page)) });
}
