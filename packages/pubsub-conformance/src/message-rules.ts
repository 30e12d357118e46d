import { expectEqual, expectRejection, expectThat } from './expect.js';
import type { PubSubRules } from './pubsub-case.js';
import { Recorder } from './recorder.js';

const MIB = 1_048_576;

/** The limits of a notification of PostgreSQL are near the middle ones. */
const LENGTHS = [0, 1, 5_849, 5_850, 5_851, 5_899, 5_900, 5_901, 8_000, 20_000, MIB];

/** What is received is what was published, and what cannot be published is refused. */
export const messageRules: PubSubRules = {
  async 'bytes are received exactly, kept and not kept'({ bus, other }, topic) {
    for (const keep of [0, 5]) {
      const listener = new Recorder();
      const name = `${topic}-${keep}`;
      const subscription = await other.subscribe(name, listener);
      const every = Uint8Array.from({ length: 256 }, (_, at) => at);
      await bus.publish(name, every, { keep });
      await bus.publish(name, 'é\0\u{1f600}', { keep });
      await listener.until('é\0\u{1f600}');
      expectEqual([...(listener.messages[0]?.data ?? [])], [...every], 'the bytes');
      await subscription.unsubscribe();
    }
  },

  async 'messages of every length are received, live and from the history'({ bus, other }, topic) {
    const [kept, unkept, late] = [new Recorder(), new Recorder(), new Recorder()];
    await other.subscribe(topic, kept);
    await other.subscribe(`${topic}-0`, unkept);
    for (const length of LENGTHS) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) & 255);
      await bus.publish(topic, bytes, { keep: 100 });
      await bus.publish(`${topic}-0`, bytes);
    }
    // The same bytes again, of which servers could make one message.
    for (const name of [topic, `${topic}-0`]) {
      for (let count = 0; count < 2; count++)
        await bus.publish(name, new Uint8Array(20_000), { keep: name === topic ? 100 : 0 });
      await bus.publish(name, 'last', { keep: name === topic ? 100 : 0 });
    }
    await other.subscribe(topic, late, { recent: 100 });
    for (const listener of [kept, unkept, late]) {
      await listener.until('last');
      const lengths = listener.messages.map(({ data }) => data.length);
      expectEqual(lengths, [...LENGTHS, 20_000, 20_000, 4], 'the lengths');
      for (const { data } of listener.messages.slice(0, LENGTHS.length)) {
        const wrong = data.findIndex((byte, at) => byte !== ((at * 31 + data.length) & 255));
        expectEqual(wrong, -1, `the first wrong byte of ${data.length}`);
      }
    }
  },

  async 'data is copied when it is published, and for each listener'({ bus }, topic) {
    const listeners = [new Recorder(), new Recorder(), new Recorder()];
    const received: number[][] = [];
    for (const listener of listeners)
      await bus.subscribe(topic, {
        message: (message) => {
          listener.message({ ...message, data: message.data.slice() });
          if (message.data.length === 3) received.push([...message.data]);
          message.data.fill(9);
        },
      });
    const data = Uint8Array.of(1, 2, 3);
    const published = bus.publish(topic, data, { keep: 5 });
    data.fill(0);
    await published;
    await bus.publish(topic, 'last', { keep: 5 });
    for (const listener of listeners) await listener.until('last');
    for (const bytes of received) expectEqual(bytes, [1, 2, 3], 'the bytes');
    expectEqual(received.length, listeners.length, 'how many listeners received them');
    const late = new Recorder();
    await bus.subscribe(topic, late, { recent: 2 });
    await late.until('last');
    expectEqual([...(late.messages[0]?.data ?? [])], [1, 2, 3], 'the kept bytes');
  },

  async 'a message that exceeds 1 MiB is refused, bytes and text'({ bus }, topic) {
    const text = `${'a'.repeat(MIB - 1)}é`;
    for (const data of [new Uint8Array(MIB + 1), text])
      await expectRejection('PUBSUB_MESSAGE_TOO_LARGE', 500, 'publish', () =>
        bus.publish(topic, data),
      );
  },

  async 'a message that is neither text nor bytes is refused'({ bus }, topic) {
    for (const data of [undefined, null, 7, {}, new ArrayBuffer(1)])
      await expectRejection('PUBSUB_MESSAGE_INVALID', 500, 'publish', () =>
        bus.publish(topic, data as never),
      );
  },

  async 'topics are text of 1 to 200 bytes, and none is special'({ bus, other }, topic) {
    const own = topic.slice(-12);
    const names = ['__proto__', `${own} a b `, `${own}é/*?[]"'\\`, `${own}{x}:m:`, own];
    for (const name of [...names, own.padEnd(200, 'x')]) {
      const listener = new Recorder();
      const subscription = await other.subscribe(name, listener);
      await bus.publish(name, own, { keep: 1 });
      await listener.until(own);
      expectEqual(listener.messages.at(-1)?.topic, name, 'the topic');
      await subscription.unsubscribe();
    }
  },

  async 'other topics are refused'({ bus }) {
    for (const name of ['', 'a\0b', 'x'.repeat(201), `${'x'.repeat(199)}é`, '\ud800', 7, null]) {
      const [code, what] = ['PUBSUB_TOPIC_INVALID', JSON.stringify(name)];
      await expectRejection(code, 500, what, () => bus.publish(name as never, 'a'));
      await expectRejection(code, 500, what, () => bus.subscribe(name as never, new Recorder()));
    }
  },

  async 'other options are refused'({ bus }, topic) {
    const wrong = [{ keep: -1 }, { keep: 1.5 }, { keep: 100_001 }, { keep: '1' }, { kep: 1 }];
    const ids = ['', 'a\0', 'x'.repeat(201), 7].map((messageId) => ({ messageId }));
    for (const options of [...wrong, ...ids])
      await expectRejection('OPTION_INVALID', undefined, JSON.stringify(options), () =>
        bus.publish(topic, 'a', options as never),
      );
    for (const options of [{ recent: -1 }, { recent: 100_001 }, { keep: 1 }])
      await expectRejection('OPTION_INVALID', undefined, JSON.stringify(options), () =>
        bus.subscribe(topic, new Recorder(), options),
      );
    await expectRejection('OPTION_INVALID', undefined, 'no listener', () =>
      bus.subscribe(topic, undefined as never),
    );
  },

  async 'a message without keep has no id, and is not kept'({ bus, other }, topic) {
    const [live, late] = [new Recorder(), new Recorder()];
    await other.subscribe(topic, live);
    expectEqual(await bus.publish(topic, 'a'), '', 'the id');
    await live.until('a');
    expectEqual([live.messages[0]?.id, live.messages[0]?.previous], ['', ''], 'both ids');
    await other.subscribe(topic, late, { recent: 10 });
    await bus.publish(topic, 'b');
    await late.until('b');
    late.expect(['b'], 'the messages of a later subscription');
  },

  async 'an id has at most 40 characters of [0-9a-z-], the same number for each message'(
    { bus },
    topic,
  ) {
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push(await bus.publish(topic, 'a', { keep: 1 }));
    for (const id of ids) expectThat(/^[0-9a-z-]{1,40}$/.test(id), `the id is "${id}"`);
    expectEqual(new Set(ids.map(({ length }) => length)).size, 1, 'how many lengths there are');
  },
};
