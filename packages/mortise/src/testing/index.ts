export { inProcess } from './in-process.js';
export { overSocket } from './over-socket.js';
export type { TestClient, TestRequest } from './test-client.js';
