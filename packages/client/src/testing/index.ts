export { type TestableHandler, testTransport } from './test-transport.js';
