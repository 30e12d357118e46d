/** Takes the place of MiniSearch in the search box of vitepress. */
import MiniSearch from 'minisearch';
import { answersTo, processTerm } from './answers.js';

const FIELDS = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] };

export default {
  /** @returns {MiniSearch} the index that `json` describes; its `search` orders the results as `answersTo` does */
  loadJSON(json) {
    const index = MiniSearch.loadJSON(json, { ...FIELDS, processTerm });
    const find = index.search.bind(index);
    index.search = (question) => answersTo(question, find).map(withEntry);
    return index;
  },
};

/** A member of the API is shown with its entry, which the address of its page has: `@mortise/app_json.html`. */
function withEntry(result) {
  const [, entry] = /^\/api\/([^_]+)_/.exec(result.id) ?? [];
  return entry === undefined ? result : { ...result, titles: [entry, ...result.titles] };
}
