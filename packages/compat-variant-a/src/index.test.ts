import { expect, it } from '@jest/globals';
import * as entry from './index.js';

it('exports only public names', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "Container",
      "HaltException",
      "ROUTE",
      "VariantAError",
      "contentCharsetOf",
      "contentLengthOf",
      "contentTypeOf",
      "cookieParam",
      "createApp",
      "decorateRequest",
      "decorateResponse",
      "doublePass",
      "isBadRequest",
      "isClientError",
      "isEmpty",
      "isForbidden",
      "isInformational",
      "isNotFound",
      "isOk",
      "isRedirect",
      "isRedirection",
      "isServerError",
      "isSuccessful",
      "isXhr",
      "mediaTypeOf",
      "mediaTypeParamsOf",
      "param",
      "params",
      "parsedBodyParam",
      "queryParam",
      "serverParam",
      "singlePass",
      "variantA",
      "withBasePath",
      "withJson",
      "withRedirect",
    ]
  `);
});
