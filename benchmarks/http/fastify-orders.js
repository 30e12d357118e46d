/** The route of workload k on Fastify, by schemas of any kind, with the problem of the others for a mistake. */
import { PORT } from './contract.js';
import { placed, problem, PROBLEM_TYPE } from './everyday.js';

export async function serveOrders(app, schema) {
  app.setErrorHandler((error, _request, reply) => {
    const [first] = error.validation ?? [];
    if (first === undefined) return reply.send(error);
    const where = error.validationContext === 'params' ? 'path' : error.validationContext;
    const path = first.instancePath.split('/').slice(1);
    reply.code(422).type(PROBLEM_TYPE);
    return reply.send(problem(where, path, first.message));
  });
  app.post('/books/:id/orders', { schema }, (request, reply) => {
    reply.code(201).send(placed(request.params.id, request.body));
  });
  await app.listen({ port: PORT, host: '127.0.0.1' });
}
