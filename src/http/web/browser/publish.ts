import { fetchWithKey, responseOrProblem } from './api-client.ts';

/** Publishes a domain and reloads the page, or says which proof of ownership is missing. */
function enhance(place: HTMLElement, path: string, ownershipPath: string): void {
  const button = place.querySelector('button');
  const problem = place.querySelector('[role=alert]');
  if (button === null || problem === null) return;
  place.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    problem.textContent = '';
    const response = await responseOrProblem(fetchWithKey(path));
    const missing = response instanceof Response ? await missingProof(ownershipPath) : response;
    if (response instanceof Response && missing === null) return location.reload();
    problem.textContent = missing;
    button.disabled = false;
  });
}

/** Says how to prove ownership of the domain; null once it is published. */
async function missingProof(path: string): Promise<string | null> {
  const response = await fetchWithKey(path).catch(() => null);
  if (response === null || !response.ok) return null;
  const { published_by, txt_record, file }: Ownership = await response.json();
  if (published_by !== null) return null;
  return `Not published yet: prove that you control this domain. Add a TXT record at ${txt_record.name} with the text ${txt_record.value}, or serve a file with only that text at ${file.url}. Then publish again.`;
}

/** Fields read from the API's response. */
interface Ownership {
  readonly published_by: string | null;
  readonly txt_record: { readonly name: string; readonly value: string };
  readonly file: { readonly url: string };
}

for (const place of document.querySelectorAll<HTMLElement>('[data-publish]'))
  enhance(place, place.dataset['publish'] ?? '', place.dataset['ownership'] ?? '');
