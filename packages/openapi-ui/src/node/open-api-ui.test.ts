import { expect, it } from '@jest/globals';
import { ASSET_NAMES } from '../open-api-pages.js';
import { openApiUi, type OpenApiUiNodeOptions } from './index.js';

const assets = Object.fromEntries(ASSET_NAMES.map((name) => [name, name]));
const options: OpenApiUiNodeOptions = { document: '/openapi.json', title: 'A', assets };

it('openApiUi accepts options that are inherited, as from a class', () => {
  expect(openApiUi(Object.create(options) as OpenApiUiNodeOptions)).toBeInstanceOf(Function);
  expect(openApiUi(options)).toBeInstanceOf(Function);
});

it('openApiUi names an unknown option', () => {
  expect(() => openApiUi({ ...options, titel: 'B' } as OpenApiUiNodeOptions)).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: 'openApiUi.titel' }),
  );
});
