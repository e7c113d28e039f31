import { readPastedAddress } from '../../../pasted-address.ts';
import { startAuditOnSubmit } from './start-audit.ts';

const HINT = 'The address of any of its pages will do.';

/** Starts a live audit from the form, and says beside its field why one could not be started. */
function enhance(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  const problem = form.querySelector<HTMLElement>('#domain-problem');
  const hint = form.querySelector<HTMLElement>('#domain-hint');
  if (field === null || problem === null || hint === null) return;

  field.addEventListener('input', () => {
    mark(null);
    const { site, isPage } = readPastedAddress(field.value);
    hint.textContent = isPage && site !== '' ? `Only whole sites are audited: this will be ${site}.` : HINT;
  });
  startAuditOnSubmit(form, {
    address: () => field.value,
    complain: (sentence) => {
      mark(sentence);
      if (sentence !== null) field.focus();
    },
  });

  function mark(sentence: string | null): void {
    if (field === null || problem === null) return;
    problem.textContent = sentence;
    problem.hidden = sentence === null;
    field.toggleAttribute('aria-invalid', false);
    if (sentence !== null) field.setAttribute('aria-invalid', 'true');
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.audit-form')) enhance(form);
