import { warnOnce } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';

const TEXT = 'await response.getBody().text()';
const BYTES = 'await response.getBody().getContents()';

/** What to write instead of methods that responses of other test clients have. */
const METHODS = { json: `JSON.parse(${TEXT})`, text: TEXT, bytes: BYTES, arrayBuffer: BYTES };

const STATUS = 'response.getStatusCode()';
const MEMBERS = { status: STATUS, statusCode: STATUS };

const warnNow = warnOnce('RESPONSE_MEMBER_MISSING');

/**
 * Makes members of other test clients say what to write, on a response and its body, unless the implementation has them:
 * methods throw; the others, which libraries read to recognize responses, are `undefined` with a warning, once.
 */
export function explainMembers(response: ResponseInterface): ResponseInterface {
  for (const [owner, name] of [
    [response, 'response'],
    [response.getBody(), 'response.getBody()'],
  ] as const) {
    for (const [member, line] of Object.entries(METHODS)) {
      const value = () => {
        throw new TypeError(`there is no ${name}.${member}: write ${line}`);
      };
      if (!(member in owner)) Object.defineProperty(owner, member, { value });
    }
  }
  for (const [member, line] of Object.entries(MEMBERS)) {
    const get = () => warnNow(`there is no response.${member}`, `Write ${line}.`);
    if (!(member in response)) Object.defineProperty(response, member, { get });
  }
  return response;
}
