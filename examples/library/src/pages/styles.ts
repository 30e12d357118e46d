import { Html } from './html.js';

/** The one style sheet, in light and dark, from a phone up. */
export const styles = new Html(`
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf9f5, #17181b);
  --card: light-dark(#ffffff, #202226);
  --ink: light-dark(#23211d, #e9e6df);
  --soft: light-dark(#6a6459, #a29d92);
  --line: light-dark(#e3ddd1, #34363b);
  --accent: light-dark(#7a3b1d, #e7a37c);
  --danger: light-dark(#a32020, #ff8f87);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 Georgia, 'Times New Roman', serif; }
header, main, footer { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { display: flex; gap: 1rem; align-items: baseline; justify-content: space-between; border-bottom: 1px solid var(--line); }
footer { color: var(--soft); font-size: .9rem; border-top: 1px solid var(--line); margin-top: 2rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible, input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.brand { font-size: 1.35rem; font-weight: bold; text-decoration: none; color: var(--ink); }
h1 { font-size: clamp(1.3rem, 4.5vw, 1.7rem); line-height: 1.2; margin: .6rem 0 .3rem; overflow-wrap: anywhere; }
.soft { color: var(--soft); margin: .2rem 0 1rem; }
.search { display: flex; gap: .5rem; margin: 1rem 0; }
.search input { flex: 1; min-width: 0; }
input, button { font: inherit; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); color: var(--ink); }
button { background: var(--accent); border-color: var(--accent); color: var(--paper); cursor: pointer; }
button.danger { background: none; border-color: var(--danger); color: var(--danger); }
.books { list-style: none; padding: 0; margin: 0; }
.books li { border-bottom: 1px solid var(--line); padding: .7rem 0; overflow-wrap: anywhere; }
.books .title { font-size: 1.1rem; }
.pager { display: flex; justify-content: space-between; gap: 1rem; margin: 1.2rem 0; }
form.book { display: grid; gap: .9rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.1rem; margin: 1rem 0; }
label { display: grid; gap: .25rem; font-size: .95rem; color: var(--soft); }
.problem { color: var(--danger); }
.notice { border-left: 4px solid var(--danger); padding: .4rem .8rem; background: var(--card); }
`);
