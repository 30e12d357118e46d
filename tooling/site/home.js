/** The home page: the first screen of the README as two columns, then its proofs, then the rest of it. */
import { packages } from '../setup/packages.js';
import { takeProofs } from './proofs.js';

const INSTALL = {
  npm: 'npm install mortise',
  pnpm: 'pnpm add mortise',
  bun: 'bun add mortise',
};

/** The part of the README that the first screen already shows: what is said of the program, and how to install. */
const REPEATED = /^.*?^## Install\n.*?(?=^You need Node)/ms;

/** Says where the packages are as long as no registry has them. */
const UNPUBLISHED = /Nothing is published yet:\s+\[[^\]]+\]\([^)]+\)\./;

/**
 * The README begins with the name, a paragraph for the reader, a program, and a request to it with its response.
 *
 * @param {string} markdown the README, with its links rewritten
 * @param {string} description its first sentence
 */
export function asHome(markdown, description) {
  const parts = /^# ([^\n]+)\n\n(.+?)\n\n(```ts\n.*?^```\n(?:\n```sh\n.*?^```\n)?)(.*)$/ms;
  const [, name, sentence, program, rest] = parts.exec(markdown);
  const [aboutProgram] = rest.split(/^## /m);
  const { proofs, rest: later } = takeProofs(rest);
  const { version } = packages().find((one) => one.name === 'mortise').manifest;
  const tabs = Object.entries(INSTALL).map(([tool, line]) => `\`\`\`sh [${tool}]\n${line}\n\`\`\``);
  return `---
layout: page
sidebar: false
title: ${name}
titleTemplate: ${JSON.stringify(description.replace(/\.$/, ''))}
description: ${JSON.stringify(description)}
---

<div class="vp-doc home">
<div class="front">
<div>

<div class="name">

<img class="mark" src="/mark.svg" alt="Mortise" width="52" height="52">

# ${name}

</div>

<div class="lead">

${sentence}

</div>

::: code-group
${tabs.join('\n')}
:::

<div class="small">

The program runs on Node: [use it with Bun, Deno or Workers](guides/bun-deno-workers.md).
${UNPUBLISHED.exec(rest)?.[0] ?? ''}

</div>

<div class="actions">

[Get started](getting-started.md) [Guides](guides/routing.md) [Why Mortise](why.md)

</div>

<div class="coming">

Coming from [Express](from-express.md), [Fastify](from-fastify.md), [Hono](from-hono.md), [Slim](from-slim-4.md) or [another framework](from-other-frameworks.md)?

</div>

</div>
<div>

${program}
${aboutProgram}
</div>
</div>
${proofs}
<div class="from-readme">

${later.replace(REPEATED, '').replace(/^MIT\n*$/m, '')}
</div>
<div class="foot">

Mortise ${version}, MIT license · [Support and versions](support.md) · [Report a vulnerability](reporting.md)

</div>
</div>
`;
}
