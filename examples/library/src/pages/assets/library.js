/** What pages do beyond plain HTML: live availability, and a bar while files are sent. */
const live = document.querySelectorAll('[data-free], [data-import]');
if (live.length > 0) {
  const events = new EventSource('/events');
  events.addEventListener('availability', ({ data }) => {
    const { book, free, copies, deleted } = JSON.parse(data);
    for (const element of document.querySelectorAll(`[data-free="${book}"]`)) {
      element.textContent = deleted
        ? 'no longer in the catalogue'
        : `${free} of ${copies} available`;
      element.classList.toggle('none', !(free > 0));
      element.classList.toggle('deleted', deleted === true);
    }
  });
  events.addEventListener('import', ({ data }) => {
    const { id, lines } = JSON.parse(data);
    for (const element of document.querySelectorAll(`[data-import="${id}"]`)) {
      element.textContent = lines === 1 ? '1 line' : `${lines} lines`;
    }
  });
  // Events can be missing: the page shows the present state again, unless somebody has begun to fill in or send a form.
  let isUsed = false;
  for (const name of ['input', 'submit']) {
    document.addEventListener(name, () => {
      isUsed = true;
    });
  }
  events.addEventListener('gap', () => {
    if (!isUsed) location.reload();
  });
}

// Of the document: a form that is shown again after a mistake has it too.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('[data-progress]')) return;
  event.preventDefault();
  const bar = form.querySelector('progress');
  const problem = form.querySelector('.problem');
  const request = new XMLHttpRequest();
  bar.hidden = false;
  const fail = (sentence) => {
    bar.hidden = true;
    problem.textContent = sentence;
  };
  request.upload.onprogress = ({ loaded, total }) => {
    bar.max = total;
    bar.value = loaded;
  };
  // The request has followed the redirect: its page is shown, because it has the message, which is read once.
  request.onload = () => {
    const page = new DOMParser().parseFromString(request.responseText, 'text/html');
    const content = page.querySelector('main');
    // A proxy's error page has no `main`.
    if (content === null) {
      fail(`The server responded with ${request.status}. Send the form again.`);
      return;
    }
    // The page of an error has no form: this one stays, with its files.
    const error = content.querySelector('.error');
    if (error !== null) {
      fail(error.querySelector('h1 + p').textContent);
      const signIn = error.querySelector('.button');
      if (signIn !== null) problem.append(' ', signIn);
      return;
    }
    document.title = page.title;
    document.querySelector('main').replaceWith(content);
    if (request.status === 200) {
      history.pushState(null, '', request.responseURL);
      shownPath = location.pathname;
    } else keepFiles(form, content);
  };
  request.onerror = () => {
    fail('The connection was lost. Send the form again.');
  };
  request.open('POST', form.action);
  request.setRequestHeader('Accept', 'text/html');
  request.send(new FormData(form));
});

// Back to a page that a form has replaced: the history has only its address.
let shownPath = location.pathname;
window.addEventListener('popstate', () => {
  if (location.pathname !== shownPath) location.reload();
});

/** A form that is shown again has the files that were chosen, as a page of text has its values. */
function keepFiles(form, content) {
  for (const { name, files } of form.querySelectorAll('[type="file"]')) {
    const again = content.querySelector(`[type="file"][name="${name}"]`);
    if (again !== null) again.files = files;
  }
}

// What the response cost, in milliseconds: browsers read Server-Timing.
const [{ serverTiming = [] } = {}] = performance.getEntriesByType('navigation');
for (const element of document.querySelectorAll('[data-cost]')) {
  element.textContent = serverTiming
    .map(({ name, duration }) => `${name} ${duration} ms`)
    .join(', ');
}
