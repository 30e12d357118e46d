import type { ResponseInterface } from '@mortise/http-message';

/** The whole body of a response, as an emitter would send it. */
export function bodyText(response: ResponseInterface): Promise<string> {
  return response.getBody().text();
}
