/** What forms do beyond plain HTML: each is sent once, with the tokens of the present session, and files with a bar. */

// Of the document: a form that is shown again after a mistake has it too.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.getAttribute('method') !== 'post') return;
  // The error of a second request would hide that the first one has succeeded.
  if (form.dataset.sent !== undefined) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = '';
  if (form.matches('[data-progress]')) {
    event.preventDefault();
    sendFiles(form, true);
    return;
  }
  setTimeout(() => delete form.dataset.sent, 10_000); // somebody can stop a request
  if (!form.matches('[data-tokens]')) return;
  event.preventDefault();
  renewTokens(form).finally(() => HTMLFormElement.prototype.submit.call(form));
});

// A page that is shown again by the button Back, as it was left.
window.addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sent]')) delete form.dataset.sent;
});

/** Somebody can have signed in since the page was made, in another tab. Without a response the form keeps its tokens. */
async function renewTokens(form) {
  const response = await fetch('/form-tokens', { cache: 'no-store' }).catch(() => null);
  if (response === null || !response.ok) return;
  for (const [name, value] of Object.entries(await response.json())) {
    const field = form.querySelector(`[name="${name}"]`);
    if (field !== null) field.value = value;
  }
}

/** Sends a form with a bar. @param canRenew whether one whose tokens are refused is sent again with others */
function sendFiles(form, canRenew) {
  const bar = form.querySelector('progress');
  const problem = form.querySelector('.problem');
  const request = new XMLHttpRequest();
  bar.hidden = false;
  const fail = (sentence) => {
    delete form.dataset.sent;
    bar.hidden = true;
    problem.textContent = sentence;
  };
  request.upload.onprogress = ({ loaded, total }) => {
    bar.max = total;
    bar.value = loaded;
  };
  // What the server does then has no end that is known here.
  request.upload.onload = () => bar.removeAttribute('value');
  // The request has followed the redirect: its page is shown, because it has the message, which is read once.
  request.onload = () => {
    if (request.status === 403 && canRenew) {
      renewTokens(form).finally(() => sendFiles(form, false));
      return;
    }
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
      if (signIn === null) return;
      signIn.target = '_blank'; // the files stay here
      problem.append(' ', signIn);
      return;
    }
    document.title = page.title;
    document.querySelector('main').replaceWith(content);
    document.querySelector('footer').replaceWith(page.querySelector('footer'));
    if (request.status === 200) {
      history.pushState(null, '', request.responseURL);
      shownPath = location.pathname;
    } else keepFiles(form, content);
    focusOn(content);
  };
  request.onerror = () => {
    fail('The connection was lost. Send the form again.');
  };
  request.open('POST', form.action);
  request.setRequestHeader('Accept', 'text/html');
  request.send(new FormData(form));
}

// Back to a page that a form has replaced: the history has only its address, perhaps since before this script was run.
let shownPath = new URL(performance.getEntriesByType('navigation')[0].name).pathname;
function showAddress() {
  if (location.pathname !== shownPath) location.reload();
}
window.addEventListener('popstate', showAddress);
showAddress();

/** A form that is shown again has the files that were chosen, as a page of text has its values. */
function keepFiles(form, content) {
  for (const { name, files } of form.querySelectorAll('[type="file"]')) {
    const again = content.querySelector(`[type="file"][name="${name}"]`);
    if (again !== null) again.files = files;
  }
}

/** The button that had the focus is gone: a keyboard goes on from the field with a mistake, or from what is said first. */
function focusOn(content) {
  const field = content.querySelector('[aria-invalid]');
  const told = content.querySelector('.notice, h1');
  if (field === null) told.tabIndex = -1;
  (field ?? told).focus();
}
