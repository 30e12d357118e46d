export { PROCESS_PATIENCE, waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
