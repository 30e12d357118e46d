import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { lastEventId } from './index.js';

describe.each(implementations)('the last event id with %s', (_, factories) => {
  it.each<[string, string | undefined, string | null]>([
    ['/news?lastEventId=a%C3%A9', undefined, 'aé'],
    ['/news?lastEventId=a', 'b', 'b'],
    ['/news?lastEventId=', undefined, null],
    ['/news?lastEventId[]=a', undefined, null],
    ['/news?lastEventId=%00', undefined, null],
    ['/news', undefined, null],
  ])('of %s with the header %j is %j', (target, header, id) => {
    const { searchParams } = new URL(target, 'http://host');
    const query = Object.fromEntries(
      [...searchParams].map(([name, value]) =>
        name.endsWith('[]') ? ['lastEventId', [value]] : [name, value],
      ),
    );
    const request = factories.createServerRequest('GET', target).withQueryParams(query);
    expect(
      lastEventId(header === undefined ? request : request.withHeader('Last-Event-ID', header)),
    ).toBe(id);
  });
});
