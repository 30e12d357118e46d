import type { AppInterface, VariantTypes } from '@mortise/app';
import type { ResponseInterface } from '@mortise/http-message';
import { inProcess, type TestClient, type TestRequest } from 'mortise/testing';

/** A client that keeps the cookie of its session, as a browser does. */
export interface Visitor {
  /** `name=value`; `''` without one. */
  readonly cookie: string;
  readonly get: (target: string, request?: TestRequest) => Promise<ResponseInterface>;
  /** The body of a response to GET. */
  readonly read: (target: string) => Promise<string>;
}

export function visitor<T extends VariantTypes>(
  app: AppInterface<T>,
  cookie = '',
  client: TestClient = inProcess(app),
): Visitor {
  const jar = { cookie };
  const get: Visitor['get'] = async (target, { headers, ...request } = {}) => {
    const Cookie = jar.cookie;
    const response = await client.get(target, {
      ...request,
      headers: { ...headers, ...(Cookie && { Cookie }) },
    });
    for (const line of response.getHeader('Set-Cookie')) {
      jar.cookie = line.includes('Max-Age=0') ? '' : (line.split(';')[0] ?? '');
    }
    return response;
  };
  return {
    get cookie() {
      return jar.cookie;
    },
    get,
    read: async (target) => (await get(target)).getBody().text(),
  };
}
