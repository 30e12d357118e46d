import type { MiddlewareInterface } from 'mortise';

/** Writes one line for each request: method, target, status, milliseconds. */
export function requestLog(write: (line: string) => void): MiddlewareInterface {
  return {
    async process(request, handler) {
      const start = performance.now();
      const response = await handler.handle(request);
      const milliseconds = (performance.now() - start).toFixed(1);
      const target = request.getRequestTarget();
      write(`${request.getMethod()} ${target} ${response.getStatusCode()} ${milliseconds} ms`);
      return response;
    },
  };
}
