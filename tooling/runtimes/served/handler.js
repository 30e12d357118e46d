import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';
import { createApp, json } from 'mortise';
import { application } from './application.js';
import { ownProblems } from './own-checks.js';

const lazyApp = application(lazy, '/lazy');
const plainApp = application(plain, '/plain');

/** An application of the whole framework, by the name that every program imports. */
const whole = createApp({ body: { strict: true } }).setBasePath('/whole');
whole.post('/parsed', (request, response) => json(response, request.getParsedBody()));
whole.get('/fetched', (request) => fetch(request.getQueryParams().from));

/** Creates each request with the implementation of its application. */
export const factories = {
  createServerRequestFromSource: (source) =>
    (source.target.startsWith('/plain/') ? plain : lazy).createServerRequestFromSource(source),
};

/** What every runtime serves: an application of each implementation, one of `mortise`, and the runtime's own checks. */
export const handler = {
  async handle(request) {
    const path = request.getUri().getPath();
    if (path.startsWith('/lazy/')) return lazyApp.handle(request);
    if (path.startsWith('/plain/')) return plainApp.handle(request);
    if (path.startsWith('/whole/')) return whole.handle(request);
    const problems = await ownProblems({ message: lazy, 'message-plain': plain });
    return lazy.createResponse().withBody(lazy.createStream(JSON.stringify(problems)));
  },
};
