import type { Answer, Ask } from './adapters.js';

/** Somebody who has loaded the page with the token. */
export interface Visitor {
  readonly cookie: string;
  readonly token: string;
}

export async function visitor(send: (page: Ask) => Promise<Answer>): Promise<Visitor> {
  const { headers, body } = await send({ method: 'GET', path: '/token', headers: {} });
  return { cookie: headers['set-cookie']?.split(';')[0] ?? '', token: String(body) };
}

/** The fields of a form of this visitor. */
export function formOf({ token }: Visitor, fields: Readonly<Record<string, string>>): string {
  return String(new URLSearchParams({ csrf_name: 'csrf', csrf_value: token, ...fields }));
}

export const FORM = 'application/x-www-form-urlencoded';
