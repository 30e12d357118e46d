import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp } from 'mortise';
import { openApiDocument } from './index.js';

it.each(['title', 'version', 'description'])(
  'the error for %s as an option says what to write',
  (name) => {
    expect(() => openApiDocument(createApp({ factories }), { [name]: 'x' } as never)).toThrow(
      `unknown option openApiDocument.${name}; expected info: { title, version }`,
    );
  },
);
