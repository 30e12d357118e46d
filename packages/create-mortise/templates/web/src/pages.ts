import { type Html, html } from './html.ts';

/** An entry of the guest book. */
export interface Entry {
  readonly name: string;
  readonly text: string;
}

export function guestBookPage(entries: readonly Entry[], name: string, notices: string[]): Html {
  return layout(
    'Guest book',
    html`${notices.map((notice) => html`<p role="status">${notice}</p>`)}
      <form method="post">
        <label>Name <input name="name" value="${name}" maxlength="80" required></label>
        <label>Message <textarea name="text" maxlength="500" required></textarea></label>
        <button>Sign</button>
      </form>
      <ul>${entries.map((entry) => html`<li><b>${entry.name}</b> ${entry.text}</li>`)}</ul>`,
  );
}

function layout(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
      </head>
      <body><h1>${title}</h1>${content}</body>
    </html>`;
}
