import { type Html, html } from './html.js';
import { styles } from './styles.js';

/** A whole page around its content. */
export function layout(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · The Library</title>
    <link rel="icon" href="data:,">
    <style>${styles}</style>
  </head>
  <body>
    <header>
      <a class="brand" href="/library">The Library</a>
      <a href="/library/books/new">Add a book</a>
    </header>
    <main>${content}</main>
    <footer>A small public library, served by Mortise. <a href="/api/library/books">As JSON</a></footer>
  </body>
</html>
`;
}
