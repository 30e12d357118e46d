import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { remainingSize } from './remaining-size.js';

describe.each(implementations)('the remaining size of a body, with %s', (_name, factories) => {
  it('is all of one that can be sought in, whatever was read or written', async () => {
    const body = factories.createStream('é');
    await body.read(1);
    expect(remainingSize(body)).toBe(2);
    body.seek(2);
    body.write('é');
    expect(remainingSize(body)).toBe(4);
    expect(body.tell()).toBe(4);
  });

  it('is null for one of unknown size, and for one that is closed', () => {
    const body = factories.createStream('é');
    body.close();
    expect(remainingSize(body)).toBeNull();
    expect(remainingSize(factories.createStreamFromResource(nothing()))).toBeNull();
  });
});

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new Uint8Array(0));
}
