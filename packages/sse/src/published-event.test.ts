import { describe, expect, it } from '@jest/globals';
import { contentOf } from '../test/content-of.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { channel, eventStream, type ServerEvent } from './index.js';

describe.each(implementations)('an event with %s', (_, factories) => {
  const sent = (source: AsyncIterable<ServerEvent>): Promise<string> => {
    const request = factories.createServerRequest('GET', '/events');
    const options = { factories, heartbeat: 0 };
    return contentOf(eventStream(request, factories.createResponse(), source, options).getBody());
  };

  it('that is published is sent as it was then, and written once for all subscribers', async () => {
    const news = channel({ history: 1 });
    let written = 0;
    const data = { title: 'a', toJSON: () => ({ title: data.title, written: (written += 1) }) };
    const event = { id: '1', data };
    const subscribers = [news.subscribe(), news.subscribe()];
    news.publish(event);
    subscribers.push(news.subscribe('0'));
    data.title = 'b';
    Object.assign(event, { id: '2' });
    news.close();
    for (const subscriber of subscribers) {
      expect(await sent(subscriber)).toBe(':\n\nid: 1\ndata: {"title":"a","written":1}\n\n');
    }
  });

  it('of another source is written when it is sent', async () => {
    const event = { data: { title: 'a' } };
    channel().publish(event);
    event.data = { title: 'b' };
    const source = async function* () {
      yield await Promise.resolve(event);
    };
    expect(await sent(source())).toBe(':\n\ndata: {"title":"b"}\n\n');
  });
});
