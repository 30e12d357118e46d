import type { ResponseInterface } from '@mortise/http-message';

const TEXT = 'await response.getBody().text()';
const BYTES = 'await response.getBody().getContents()';

/** What to write instead of methods that responses of other test clients have. */
const METHODS = { json: `JSON.parse(${TEXT})`, text: TEXT, bytes: BYTES, arrayBuffer: BYTES };

/**
 * Makes methods of other test clients throw what to write, on a response and its body, unless the implementation has
 * them. Properties such as `status` stay `undefined`, because libraries read them to recognize responses.
 */
export function explainMethods(response: ResponseInterface): ResponseInterface {
  for (const [owner, name] of [
    [response, 'response'],
    [response.getBody(), 'response.getBody()'],
  ] as const) {
    for (const [method, line] of Object.entries(METHODS)) {
      const value = () => {
        throw new TypeError(`there is no ${name}.${method}: write ${line}`);
      };
      if (!(method in owner)) Object.defineProperty(owner, method, { value });
    }
  }
  return response;
}
