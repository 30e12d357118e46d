import { expect, it } from '@jest/globals';
import { sidebar } from './sidebar.js';

it('the sidebar names each package, and each page of docs/', () => {
  expect(sidebar).not.toThrow();
});
