import { describeFailure } from './failure.ts';
import { fetchWithKey } from './key.ts';

/** Publishes a domain and reloads the page, which then says where; or says which proof of ownership is missing. */
function enhance(place: HTMLElement, path: string, ownershipPath: string): void {
  const button = place.querySelector('button');
  const problem = place.querySelector('[role=alert]');
  if (button === null || problem === null) return;
  place.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    problem.textContent = '';
    const response = await fetchWithKey(path).catch(() => 'no answer' as const);
    if (response !== null && response !== 'no answer' && response.ok) {
      const proof = await missingProof(ownershipPath);
      if (proof === null) return location.reload();
      problem.textContent = proof;
    } else if (response !== null)
      problem.textContent = await describeFailure(response === 'no answer' ? null : response);
    button.disabled = false;
  });
}

/** What the person has to do before the domain is published; null where it is published. */
async function missingProof(path: string): Promise<string | null> {
  const response = await fetchWithKey(path).catch(() => null);
  if (response === null || !response.ok) return null;
  const { published_by, txt_record, file }: Ownership = await response.json();
  if (published_by !== null) return null;
  return `Not published yet: prove that you control this domain. Add a TXT record at ${txt_record.name} with the text ${txt_record.value}, or serve a file with only that text at ${file.url}. Then publish again.`;
}

/** Fields of our own server's response that are read. */
interface Ownership {
  readonly published_by: string | null;
  readonly txt_record: { readonly name: string; readonly value: string };
  readonly file: { readonly url: string };
}

for (const place of document.querySelectorAll<HTMLElement>('[data-publish]'))
  enhance(place, place.dataset['publish'] ?? '', place.dataset['ownership'] ?? '');
