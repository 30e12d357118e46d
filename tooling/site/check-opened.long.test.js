import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { launchChromium, withChromium } from '../testing/chromium.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openedFaults, openFrame } from './check-opened.js';
import { serveSite } from './serve.js';

const STYLE = '<style>body { margin: 0; color: #222; background: #fff }</style>';
const PAGES = {
  '/good.html': '<p>Text.</p><p style="color: #777; font-size: 24px">Large</p>',
  '/error.html': '<script>missing()</script>',
  '/console.html': '<script>console.error("wrong")</script>',
  '/late.html': `<div id="app"></div><script>setTimeout(() => {
    console.error('late'); document.getElementById('app').__vue_app__ = {} }, 500)</script>`,
  '/foreign.html': '<script>fetch("http://127.0.0.1:9/").catch(() => null)</script>',
  '/absent.html': '<script>fetch("/nothing").catch(() => null)</script>',
  '/picture.html': '<img src="/broken.svg" alt="broken">',
  '/wide.html': '<p style="width: 391px">wide</p>',
  '/api/wide.html': '<p style="width: 391px">wide</p>',
  '/api/high.html': '<p style="height: 8001px; margin: 0">high</p>',
  '/grey.html': '<p style="color: #999">grey</p>',
  '/passing.html': `<p id="text" style="color: #bbb; transition: color 2s">text</p><script>
    getComputedStyle(document.getElementById('text')).color;
    document.getElementById('text').style.color = '#222'</script>`,
  '/light.html': '<p class="diagram"><img class="for-light" src="/drawn.svg" alt="drawn"></p>',
  '/hidden.html': '<p class="diagram"><img style="display: none" src="/drawn.svg" alt="drawn"></p>',
  '/both.html': `<style>@media (prefers-color-scheme: light) { .for-dark { display: none } }
    @media (prefers-color-scheme: dark) { .for-light { display: none } }</style><p class="diagram"><img
    class="for-light" src="/drawn.svg" alt=""><img class="for-dark" src="/drawn.svg" alt=""></p>`,
};

withChromium('the check of the site')('the check of opened pages', () => {
  const folder = temporaryFolder();
  let server, browser, frame;

  beforeAll(async () => {
    mkdirSync(join(folder, 'api'));
    for (const [path, html] of Object.entries(PAGES))
      writeFileSync(
        join(folder, path),
        `<!doctype html>${STYLE}<link rel="icon" href="data:,"><div id="VPContent">${html}</div>`,
      );
    writeFileSync(join(folder, '404.html'), 'nothing');
    writeFileSync(join(folder, 'broken.svg'), 'broken');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    writeFileSync(join(folder, 'drawn.svg'), svg);
    server = await serveSite(0, folder);
    browser = await launchChromium();
    frame = await openFrame(browser, server.url);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it.each([
    ['an exception of a script', '/error.html', /missing is not defined/],
    ['an error in the console', '/console.html', /wrong/],
    ['an error when the program takes over', '/late.html', /late/],
    ['a request of a script to another site', '/foreign.html', /asks for http:\/\/127.0.0.1:9/],
    ['a request that nothing answers', '/absent.html', /404 for .*\/nothing/],
    ['a picture that cannot be shown', '/picture.html', /broken.svg cannot be shown/],
    ['a page that is wider than a phone', '/wide.html', /391 px wide on a phone of 390/],
    ['a page of the API that is wider', '/api/wide.html', /391 px wide on a phone of 390/],
    ['a page of the API that is too high', '/api/high.html', /8001 px high, more than 8000/],
  ])('reports %s', async (_name, path, fault) => {
    const faults = await openedFaults(frame, server.url, [path]);
    expect(faults.join('\n')).toMatch(fault);
  });

  it.each([
    ['a picture that cannot be shown', '/picture.html', /broken.svg cannot be shown/],
    ['a page that is wider than a phone', '/wide.html', /391 px wide on a phone of 390/],
    ['a page of the API that is too high', '/api/high.html', /8001 px high, more than 8000/],
  ])('reports %s without opening it', async (_name, path, fault) => {
    const laidOut = [path, '/good.html'];
    const faults = await openedFaults(frame, server.url, ['/good.html'], { laidOut });
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  it('reports nothing of pages without faults', async () => {
    const themed = ['/both.html', '/good.html'];
    expect(await openedFaults(frame, server.url, themed, { themed })).toEqual([]);
  });

  it('reports nothing of a color that passes to another one', async () => {
    const themed = ['/passing.html'];
    expect(await openedFaults(frame, server.url, themed, { themed })).toEqual([]);
  });

  it('reports a diagram of the other theme, and one that is not shown', async () => {
    const paths = ['/light.html', '/hidden.html'];
    expect(await openedFaults(frame, server.url, paths, { themed: paths })).toEqual([
      '/light.html: the dark theme shows for-light',
      '/hidden.html: the dark theme shows no diagram',
      '/hidden.html: the light theme shows no diagram',
    ]);
  });

  it('reports text with too little contrast, once for each pair of colors', async () => {
    const paths = ['/grey.html'];
    expect(await openedFaults(frame, server.url, paths, { themed: paths })).toEqual(
      ['dark', 'light'].map(
        (theme) =>
          `/grey.html: the ${theme} theme shows "grey" with a contrast of 2.84: #999999 on #ffffff`,
      ),
    );
  });
});
