import { CodeBlock, curlWithKey } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';

/** Shows how a key holder publishes a domain: by a button that leads to the preview, or by a command. */
export function Publishing({ instance, domain }: { instance: Instance; domain: string }) {
  const path = `/api/llms-txt?domain=${encodeURIComponent(domain)}&tier=vip`;
  return (
    <>
      <PreviewButton domain={domain} />
      <p>With curl, without a preview, and the key in the variable CITABLE_API_KEY:</p>
      <CodeBlock label="command" text={curlWithKey(`${instance.baseUrl()}${path}`)} />
    </>
  );
}

/** Shows the button that leads to the preview. */
export function PreviewButton({ domain }: { domain: string }) {
  return (
    <form class="no-print" method="post" action={`/domains/${encodeURIComponent(domain)}`}>
      <button class="button" type="submit" name="action" value="preview">
        Preview and publish
      </button>
    </form>
  );
}
