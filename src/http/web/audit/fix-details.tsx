import type { Fix } from '../../../audit/fixes/fix.ts';
import { whereToFix } from '../../../audit/fixes/places.ts';
import { exactLines } from '../../../audit/fixes/snippets.ts';
import type { Stack } from '../../../site/stack.ts';
import { CodeBlock } from '../layout/components.tsx';

interface FixDetailsProps {
  readonly fix: Fix;
  readonly stack: Stack;
  /** Origin of the audited site, for lines that name it. */
  readonly origin: string;
}

/** Shows a fix for developers: what to change, where, the exact lines and the command that proves it. Closed at first, and not printed. */
export function FixDetails({ fix, stack, origin }: FixDetailsProps) {
  const { place, instruction, snippet = null, askFirst = false, proof } = fix;
  const exact = snippet === null ? null : exactLines(snippet, stack, origin);
  const lines = exact?.lines ?? fix.lines;
  return (
    <details class="fix no-print">
      <summary class="small">For developers</summary>
      <p class="prose">{instruction}</p>
      {askFirst && <p class="small prose">This may have been meant: make sure before you change it.</p>}
      <p class="small muted prose">{whereToFix(place, stack)}</p>
      {lines !== null && (
        <>
          {exact !== null && <p class="small prose">In {exact.where}:</p>}
          <CodeBlock text={lines} label="lines" />
        </>
      )}
      {proof !== null && (
        <>
          <p class="small prose">After the fix, this prints {proof.expect}:</p>
          <CodeBlock text={proof.command} label="command" />
        </>
      )}
    </details>
  );
}
