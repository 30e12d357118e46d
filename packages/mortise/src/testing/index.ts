export { inProcess } from './in-process.js';
export { keepCookies } from './keep-cookies.js';
export { overSocket } from './over-socket.js';
export type { Testable, TestClient, TestRequest } from './test-client.js';
