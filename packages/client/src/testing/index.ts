export {
  type TestableHandler,
  testTransport,
  type TestTransportOptions,
} from './test-transport.js';
