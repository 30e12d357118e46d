import { expect, it } from '@jest/globals';
import { sidebar } from './pages.js';

it('the sidebar names each package, and each page of docs/', () => {
  expect(sidebar).not.toThrow();
});
