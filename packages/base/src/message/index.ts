export { LENT_SOURCE, type LendingBody, lentSource } from './lent-source.js';
export { RECEIVED_PATH, type ReceivedRequest, receivedPath } from './received-path.js';
export { type TextBody, WRITE_TEXT, writeText } from './write-text.js';
