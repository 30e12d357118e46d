/** Takes the place of MiniSearch in the search box of vitepress. */
import MiniSearch from 'minisearch';
import { answersTo, processTerm } from './answers.js';

const FIELDS = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] };

export default {
  /** @returns {MiniSearch} the index that `json` describes; its `search` orders the results as `answersTo` does */
  loadJSON(json) {
    const index = MiniSearch.loadJSON(json, { ...FIELDS, processTerm });
    const find = index.search.bind(index);
    index.search = (question) => answersTo(question, find);
    return index;
  },
};
