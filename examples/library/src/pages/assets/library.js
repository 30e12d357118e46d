/** What pages do beyond plain HTML: live availability. */
import { SharedEventSource } from '/assets/shared-event-source.js';

const live = document.querySelectorAll('[data-free], [data-import]');
if (live.length > 0) {
  const shows = {
    availability(data) {
      const { book, free, copies, deleted } = JSON.parse(data);
      for (const element of document.querySelectorAll(`[data-free="${book}"]`)) {
        element.textContent = deleted
          ? 'no longer in the catalogue'
          : `${free} of ${copies} available`;
        element.classList.toggle('none', !(free > 0));
        element.classList.toggle('deleted', deleted === true);
      }
      if (deleted !== true) showButtons(book).catch(() => undefined);
    },
    import(data) {
      const { id, lines, finished } = JSON.parse(data);
      const shown = document.querySelectorAll(`[data-import="${id}"]`);
      for (const element of shown) {
        element.textContent = lines === 1 ? '1 line' : `${lines} lines`;
      }
      // Its books and its refused lines are counted.
      if (finished && shown.length > 0) this.gap();
    },
    // Events can be missing: the page shows the present state again, unless somebody has begun to fill in or send a form.
    gap() {
      if (!isUsed) location.reload();
    },
  };
  let isUsed = false;
  for (const name of ['input', 'submit']) {
    document.addEventListener(name, () => {
      isUsed = true;
    });
  }
  // What has changed since the page was made: it can be shown late, and again by the button Back.
  const lastEventId = document.querySelector('meta[name="events"]')?.content;
  const events = ['availability', 'import'];
  const source = new SharedEventSource('/events', { events, lastEventId });
  for (const name of Object.keys(shows)) {
    source.addEventListener(name, ({ data }) => shows[name](data));
  }
}

/** What a person can do with a book has changed, perhaps: a copy is kept for this person, or none is left. */
let asked = 0;
async function showButtons(book) {
  const place = document.querySelector(`[data-buttons="${book}"]`);
  if (place === null) return;
  const ask = ++asked;
  const response = await fetch(`/books/${book}/buttons`, { cache: 'no-store' });
  const buttons = await response.text();
  // Below a finger that presses twice, no other button appears.
  const isSending = document.querySelector('[data-sent]') !== null;
  if (!response.ok || ask !== asked || isSending) return;
  const hasFocus = place.contains(document.activeElement);
  place.innerHTML = buttons;
  if (hasFocus) place.querySelector('button')?.focus();
}

// What the response cost, in milliseconds: browsers read Server-Timing.
const [{ serverTiming = [] } = {}] = performance.getEntriesByType('navigation');
const cost = serverTiming.map(({ name, duration }) => `${name} ${duration} ms`).join(', ');
for (const element of document.querySelectorAll('[data-cost]')) {
  element.textContent = cost;
  sessionStorage.setItem(`cost ${element.dataset.cost}`, cost);
}
// What another page cost when this window showed it last.
for (const element of document.querySelectorAll('[data-cost-of]')) {
  element.textContent =
    sessionStorage.getItem(`cost ${element.dataset.costOf}`) ?? 'open it first in this window';
}
