import { factories as f } from '@mortise/message';
function bench(name, fn, per = 1) {
  let best = 1e9;
  for (let r = 0; r < 30; r++) {
    const N = 100000;
    const t = process.hrtime.bigint();
    for (let i = 0; i < N; i++) globalThis.k = fn(i);
    best = Math.min(best, Number(process.hrtime.bigint() - t) / N);
  }
  console.log(name.padEnd(40), best.toFixed(1));
}
const src = {
  method: 'GET',
  target: '/books/7?page=2&q=water',
  protocolVersion: '1.1',
  rawHeaders: ['Host', 'h.test'],
  scheme: 'http',
  host: 'h.test',
  remoteAddress: null,
  remotePort: null,
  localAddress: null,
  localPort: null,
  body: null,
};
bench('createResponse', () => f.createResponse());
bench('createResponse 404', () => f.createResponse(404));
const r = f.createResponse();
bench('withHeader', () => r.withHeader('Content-Type', 'text/plain'));
const r2 = r.withHeader('Content-Type', 'text/plain');
bench('withHeader 2nd', () => r2.withHeader('X-A', 'text/plain'));
bench('createStream', () => f.createStream('Hello, world!'));
bench('createStream+write', () => {
  const s = f.createStream();
  s.write('Hello, world!');
  return s;
});
bench('withBody', () => r.withBody(f.createStream('Hello')));
bench('withStatus', () => r.withStatus(404));
bench('getRawHeaders', () => r2.getRawHeaders());
bench('getReasonPhrase', () => r2.getReasonPhrase());
bench('fromSource', () => f.createServerRequestFromSource(src));
bench('fromSource+getUri.getPath', () => f.createServerRequestFromSource(src).getUri().getPath());
bench('fromSource+getRequestTarget', () => f.createServerRequestFromSource(src).getRequestTarget());
bench('fromSource+getQueryParams', () => f.createServerRequestFromSource(src).getQueryParams());
bench('fromSource+getServerParams', () => f.createServerRequestFromSource(src).getServerParams());
bench('fromSource+getHeaderLine', () => f.createServerRequestFromSource(src).getHeaderLine('host'));
bench('fromSource+lifetime end', () => f.createServerRequestFromSource(src).getLifetime().end());
bench('fromSource+getBody', () => f.createServerRequestFromSource(src).getBody());
const q = f.createServerRequestFromSource(src);
bench('withHeader req', () => q.withHeader('A', 'b'));
bench('withAttribute', () => q.withAttribute('A', 'b'));
let q10 = q;
for (let i = 0; i < 10; i++) q10 = q10.withAttribute('a' + i, i);
bench('getAttribute last of 10', () => q10.getAttribute('a0'));
