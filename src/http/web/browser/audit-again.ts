import { startAuditOnSubmit } from './start-audit.ts';

/** Starts a live audit of the site that the page is about, and says beside the button why one could not be started. */
function enhance(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  const problem = form.querySelector<HTMLElement>('.problem');
  if (field === null || problem === null) return;
  startAuditOnSubmit(form, {
    address: () => field.value,
    complain: (sentence) => {
      problem.textContent = sentence;
      problem.hidden = sentence === null;
    },
  });
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.audit-again')) enhance(form);
