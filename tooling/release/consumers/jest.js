/** A project whose tests run in Jest as CommonJS, without a transform. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../setup/packages.js';
import { runIn } from './project.js';

/** That of this workspace: what it imports from the project is the project's. */
const JEST = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

const TEST = `const { createApp, json } = require('mortise');
const { inProcess, overSocket } = require('mortise/testing');

const app = createApp();
app.addBodyParsingMiddleware();
app.post('/', async (request, response) => json(response, request.getParsedBody()));

test.each([inProcess, overSocket])('a body that is parsed on demand', async (clientOf) => {
  const client = await clientOf(app);
  const xml = { headers: { 'Content-Type': 'application/xml' }, body: '<a><b>c</b></a>' };
  const response = await client.post('/', xml);
  expect(await response.getBody().text()).toBe('{"b":"c"}');
  await client.close();
});
`;

/**
 * @param {string} project the folder of one with `mortise`, of CommonJS
 * @returns {Promise<string[]>} what Jest printed, if a test failed
 */
export async function runJest(project, env) {
  writeFileSync(join(project, 'app.test.js'), TEST);
  const args = [JEST, '--ci', '--rootDir', project];
  const { status, stderr } = await runIn(process.execPath, args, project, env, 120_000);
  return status === 0 ? [] : [`Jest as CommonJS: ${stderr}`];
}
