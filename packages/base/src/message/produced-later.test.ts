import { expect, it } from '@jest/globals';
import { nodeImplementations } from '../../../../tooling/testing/implementations.js';
import { upgradeTo } from '../upgrade/upgrade-to.js';
import { isProducedLater } from './produced-later.js';

it.each(nodeImplementations)(
  'only a body over a source is produced after the headers, with %s',
  (_, factories) => {
    const response = factories.createResponse();
    const file = factories.createStreamFromFile(import.meta.filename);
    const source = factories.createStreamFromResource(new Blob(['a']).stream());
    const responses = [
      response,
      response.withBody(file),
      upgradeTo(response, 'websocket', () => undefined),
      response.withBody(source),
    ];
    expect(responses.map(isProducedLater)).toEqual([false, false, false, true]);
    file.close();
    source.close();
  },
);
