import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { staticFiles, type StaticOptions } from '../src/node/index.js';

type Options = Partial<StaticOptions>;
type Headers = Readonly<Record<string, string>>;

/** Requests to `staticFiles` over a folder, on one implementation of the messages. */
export function staticWith(root: string, factories: HttpFactoriesInterface) {
  const run = async (target: string, options: Options, headers: Headers, method: string) => {
    let request = factories.createServerRequest(method, `http://a.example${target}`);
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    let passed = false;
    const layer = staticFiles({ root, factories, ...options });
    const response = await layer.process(request, {
      handle: () => {
        passed = true;
        return factories.createResponse(404);
      },
    });
    return { response, passed };
  };
  const get = async (
    target: string,
    options: Options = {},
    headers: Headers = {},
    method = 'GET',
  ): Promise<ResponseInterface> => (await run(target, options, headers, method)).response;
  return {
    get,
    passed: async (target: string, options: Options = {}) =>
      (await run(target, options, {}, 'GET')).passed,
    statusOf: async (target: string, options: Options, headers: Headers) => {
      const response = await get(target, options, headers);
      response.getBody().close();
      return response.getStatusCode();
    },
    textOf: async (target: string, options: Options = {}) =>
      (await get(target, options)).getBody().text(),
  };
}
