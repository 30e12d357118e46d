import { expect, it } from '@jest/globals';
import { operation } from '@mortise/contract';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import * as z from 'zod';
import type { Respond } from '../src/index.js';
import { type HandlersOf, implement } from '../src/implement/index.js';

const responses = { 200: z.object({ title: z.string() }) };
const contract = {
  show: operation('GET', '/show', { responses }),
  shelf: { first: operation('GET', '/first', { responses }) },
};
type Response200 = Respond<typeof responses>;

class Shelf {
  readonly #titles = ['Emma'];

  first(_request: unknown, respond: Response200) {
    return respond(200, { title: this.#titles[0] ?? '' });
  }
}

class Library implements HandlersOf<typeof contract> {
  readonly #title = 'Candide';
  readonly shelf = new Shelf();

  show(_request: unknown, respond: Response200) {
    return respond(200, { title: this.#title });
  }
}

it('the methods of a class are called with their object, in inner groups too', async () => {
  const app = createApp();
  implement(app, contract, new Library());
  for (const [path, title] of [
    ['/show', 'Candide'],
    ['/first', 'Emma'],
  ] as const) {
    const response = await inProcess(app).get(path);
    expect(JSON.parse(await response.getBody().text())).toEqual({ title });
  }
});
