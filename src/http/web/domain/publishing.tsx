import { CodeBlock } from '../layout/code-block.tsx';
import type { Instance } from '../layout/instance.ts';

/**
 * How a key holder has the llms.txt of a domain hosted: by a button, which works by script (`browser/publish.ts`, which the
 * page must name among its modules) and is not there without, or by a command.
 */
export function Publishing({ instance, domain }: { instance: Instance; domain: string }) {
  const ownership = `/api/domains/${encodeURIComponent(domain)}/ownership`;
  const path = `/api/llms-txt?domain=${encodeURIComponent(domain)}&tier=vip`;
  return (
    <>
      <p class="no-print" data-publish={path} data-ownership={ownership} hidden>
        <button class="button" type="button">
          Publish it
        </button>
        <span class="problem" role="alert" />
      </p>
      <p>By command, with the key in the variable CITABLE_API_KEY:</p>
      <CodeBlock
        label="command"
        text={`curl -H "Authorization: Bearer $CITABLE_API_KEY" '${instance.baseUrl()}${path}'`}
      />
    </>
  );
}
