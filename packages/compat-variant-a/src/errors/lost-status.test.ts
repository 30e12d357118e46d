import { expect, it } from '@jest/globals';
import { HttpForbiddenException } from '@mortise/app';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { createApp } from '../index.js';

const warnings = notedWarnings();

it('an error that the errorHandler of the container answers with 200 is a warning, once', async () => {
  const app = createApp({ factories });
  const request = factories.createServerRequest('GET', 'http://h.test/');
  app.get('/', () => {
    throw new HttpForbiddenException(request);
  });
  const container = app.getContainer();
  container.set('errorHandler', () => (_request, response) => response.withStatus(403));
  await app.handle(request);
  expect(warnings).toEqual([]);
  container.set('errorHandler', () => (_request, response) => response.write('sorry'));
  await app.handle(request);
  await app.handle(request);
  expect(warnings.map(({ code }) => code)).toEqual(['ENTRY_REPLACED', 'ERROR_STATUS_LOST']);
});
