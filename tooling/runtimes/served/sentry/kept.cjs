/** A transport of Sentry that keeps what it would send. */
const kept = (globalThis.kept = []);

exports.options = ({ createTransport }) => ({
  dsn: 'https://key@sentry.test/1',
  tracesSampleRate: 1,
  transport: (options) =>
    createTransport(options, ({ body }) => {
      kept.push(...Buffer.from(body).toString().split('\n').filter(Boolean).map(JSON.parse));
      return Promise.resolve({ statusCode: 200 });
    }),
});
