import { signInAddress } from './api-client.ts';

/** Maximum number of characters of a body shown. */
const MAX_SHOWN = 100_000;
const HEADERS = ['content-type', 'location', 'x-service-audit-id', 'retry-after', 'cache-control', 'etag'];

for (const details of document.querySelectorAll<HTMLElement>('[data-try]')) {
  const form = details.querySelector('form');
  const status = details.querySelector<HTMLElement>('[data-response] > [role="status"]');
  const text = details.querySelector<HTMLElement>('[data-response] > pre');
  if (form === null || status === null || text === null) continue;
  details.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, status, text);
  });
}

/** Sends the form's request and shows the response as it arrives. Screen readers read out its status alone. */
async function send(form: HTMLFormElement, status: HTMLElement, text: HTMLElement): Promise<void> {
  status.textContent = 'Sending …';
  text.hidden = true;
  const { url, init, isKeyed } = readRequest(form);
  try {
    const response = await fetch(url, { ...init, credentials: isKeyed ? 'same-origin' : 'omit' });
    if (isKeyed && response.status === 401) {
      const link = Object.assign(document.createElement('a'), { href: signInAddress(), textContent: 'Sign in' });
      return status.replaceChildren(link, ' to send this request.');
    }
    status.textContent = `${response.status} ${response.statusText} to ${init.method} ${url}`;
    text.hidden = false;
    const head = formatHead(response);
    for await (const body of readBody(response)) text.textContent = `${head}\n\n${body}`;
  } catch {
    status.textContent = 'The server could not be reached.';
  }
}

function readRequest(form: HTMLFormElement) {
  const { method = 'GET', path = '/' } = form.dataset;
  const query = new URLSearchParams();
  const body: Record<string, string | readonly string[]> = {};
  let filled = path;
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')) {
    const { name, value } = field;
    if (field.dataset['in'] === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value.trim()));
    else if (field.dataset['in'] === 'body') body[name] = value;
    else if (field.dataset['in'] === 'list') body[name] = value.split(/[\s,]+/).filter((item) => item !== '');
    else if (value !== '') query.set(name, value);
  }
  const search = query.size === 0 ? '' : `?${query}`;
  const init = {
    method,
    ...(Object.keys(body).length === 0
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  };
  const isKeyed = form.querySelector<HTMLInputElement>('[data-key]')?.checked ?? false;
  return { url: `${filled}${search}`, init, isKeyed };
}

function formatHead({ headers }: Response): string {
  return HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : `${name}: ${value}`;
  }).join('\n');
}

/** Yields the body so far each time more of it arrives; at last JSON is indented. */
async function* readBody(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  yield text;
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {};
    if (done) break;
    text += value;
    if (text.length > MAX_SHOWN) {
      void reader?.cancel();
      yield `${text.slice(0, MAX_SHOWN)}\n… and more`;
      return;
    }
    yield text;
  }
  yield response.headers.get('content-type')?.startsWith('application/json') === true ? indented(text) : text;
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
