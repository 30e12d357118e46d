import { loggedTarget, warnOnce } from '@mortise/base';
import { UNPARSED_BODY } from '@mortise/base/keys';
import { isDevelopment } from '@mortise/base/message';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';

/** The type of HTML forms, and of `curl -d`. */
export const FORM = 'application/x-www-form-urlencoded';
/** Matches the types that a client sends if it forgets the header: `text/plain` by `fetch`, or a wrong guess. */
const MEANT_AS_JSON = /^(?:json$|text\/(?:json|plain)\s*(?:;|$))/i;
const SEND =
  "JSON needs the header Content-Type: application/json. With fetch, write fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(data) })";

/** Warns, in development, of JSON whose `Content-Type` keeps it from being parsed as JSON. */
export class MislabeledJson {
  readonly #warn = warnOnce('BODY_MISLABELED');

  /**
   * Warns if code reads the parsed body, which is `null`, of a request whose type no parser supports.
   *
   * @param line its `Content-Type`
   */
  unparsed(request: ServerRequestInterface, line: string): ServerRequestInterface {
    if (MEANT_AS_JSON.test(line) && isDevelopment(request)) {
      request.getLifetime().setValue(UNPARSED_BODY, (read) => {
        if (read.getBody().getSize() === 0) return;
        const what = `the parsed body of ${nameOf(read)} is null: no body parser reads ${line.slice(0, 80)}`;
        this.#warn(what, `${SEND}. Read text with await request.getBody().text().`);
      });
    }
    return request;
  }

  /**
   * Warns if a form consists of JSON, as `curl -d` sends it.
   *
   * @param data the parsed form; a name in it has `_` instead of a space
   * @returns `data`
   */
  form(request: ServerRequestInterface, data: Awaitable<object | null>): typeof data {
    if (/^\{[\s_]*"/.test(firstName(data)) && isDevelopment(request)) {
      const what = `the body of ${nameOf(request)} is JSON, but was parsed as a form, because its Content-Type is ${FORM}`;
      this.#warn(what, `${SEND}. With curl, write --json instead of -d.`);
    }
    return data;
  }
}

function firstName(data: object | null): string {
  // Without a list of all names.
  for (const name in data) return name;
  return '';
}

function nameOf(request: ServerRequestInterface): string {
  return `${request.getMethod()} ${loggedTarget(request.getRequestTarget()).slice(0, 80)}`;
}
