import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp } from 'mortise';
import { openApiDocument, openApiHandler } from './index.js';

it.each(['title', 'version', 'description'])(
  'the error for %s as an option says what to write',
  (name) => {
    for (const called of [openApiDocument, openApiHandler]) {
      expect(() => called(createApp({ factories }), { [name]: 'x' } as never)).toThrow(
        `unknown option ${called.name}.${name}; expected info: { title, version }`,
      );
    }
  },
);
