/** Requests whose cost grows with a number. */
import { bodyParsing, createApp, factories } from 'mortise';

const URL_ENCODED = 'application/x-www-form-urlencoded';

/** The numbers that are compared where they are not the usual ones. */
export const sizes = { routes: [10, 100, 1_000, 10_000], middleware: [1, 8, 64] };

export const tasks = {
  routes(count) {
    const app = createApp();
    for (let at = 0; at < count; at++) app.get(`/things/t${at}/{id}`, (_, response) => response);
    return get(app, `/things/t${count - 1}/7`);
  },
  middleware(count) {
    const app = createApp();
    const route = app.get('/', (_, response) => response);
    for (let at = 0; at < count; at++) route.add((request, handler) => handler.handle(request));
    return get(app, '/');
  },
  'response headers'(count) {
    const app = createApp();
    const names = Array.from({ length: count }, (_, at) => `X-Name-${at}`);
    app.get('/', (_, response) =>
      names.reduce((message, name) => message.withHeader(name, 'a'), response),
    );
    return get(app, '/');
  },
  'form fields'(count) {
    const text = Array.from({ length: count }, (_, at) => `name${at}=value`).join('&');
    const parsing = bodyParsing({ factories });
    const handler = { handle: () => factories.createResponse() };
    const form = () =>
      factories
        .createServerRequest('POST', 'http://a.test/')
        .withHeader('Content-Type', URL_ENCODED)
        .withBody(factories.createStream(text));
    return () => parsing.process(form(), handler);
  },
};

function get(app, path) {
  return () => app.handle(factories.createServerRequest('GET', `http://a.test${path}`));
}
