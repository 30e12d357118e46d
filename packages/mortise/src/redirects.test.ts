import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createApp, localRedirect, redirect, type ServerRequestInterface } from './index.js';
import { overSocket, type TestClient } from './testing/index.js';

describe('a redirection over a socket', () => {
  let client: TestClient;
  beforeEach(() => {
    const app = createApp();
    app.get('/away', (request, response) => redirect(response, target(request)));
    app.get('/back', (request, response) => localRedirect(response, target(request)));
    client = overSocket(app);
  });
  afterEach(() => client.close());

  const answer = async (path: string): Promise<[number, string]> => {
    const response = await client.get(path);
    return [response.getStatusCode(), response.getHeaderLine('Location')];
  };

  it('encodes characters that are invalid in a Location', async () => {
    expect(await answer('/away?to=/%C3%A9')).toEqual([302, '/%C3%A9']);
    expect(await answer('/back?to=/%E2%82%AC%20')).toEqual([302, '/%E2%82%AC%20']);
  });

  it('responds with 400 to a line break', async () => {
    expect(await answer('/away?to=/%0D%0ASet-Cookie:a=b')).toEqual([400, '']);
  });

  it('responds with 400 to a local target that would leave the site', async () => {
    expect(await answer('/back?to=//x.test')).toEqual([400, '']);
    expect(await answer('/back?to=/%5Cx.test')).toEqual([400, '']);
    expect(await answer('/back?to=/%252Fx.test')).toEqual([302, '/%2Fx.test']);
  });
});

function target(request: ServerRequestInterface): string {
  return request.getQueryParams()['to'] as string;
}
