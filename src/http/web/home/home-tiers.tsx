import { DEFAULT_BUDGETS } from '../../../fetch/budgets.ts';
import { PAGES_FETCHED } from '../../../site/gather/gather-pages.ts';
import { CodeBlock } from '../layout/code-block.tsx';
import type { Instance } from '../layout/instance.ts';

/** Explains demonstrations and live audits, and how to get them without this page. */
export function HomeTiers({ instance }: { instance: Instance }) {
  const isPublic = instance.liveAuditsArePublic;
  return (
    <section aria-labelledby="tiers">
      <h2 id="tiers" class="section-title">
        A demonstration, or the real thing
      </h2>
      <div class="grid grid-wide home-tiers">
        <section class="stack">
          <h3>The demonstration</h3>
          <p>
            Made up from the domain’s name: nothing is fetched. It shows what a report is like; conclude nothing from
            it.
          </p>
          <p class="muted">For everyone, at once.</p>
        </section>
        <section class="stack">
          <h3>The live audit</h3>
          <p>
            The site is read as browsers and crawlers read it: {1 + PAGES_FETCHED} pages at most, by at most{' '}
            {DEFAULT_BUDGETS.requests} requests. The same site gives the same score. With it come the evidence for each
            point, a fix guide for a coding agent, an llms.txt made of the site’s own pages, and the badge.
          </p>
          <p class="muted">
            {isPublic
              ? 'On this server for everyone, so many a minute. '
              : 'For who has an API key of this server; who runs it makes them. '}
            With a key the llms.txt can be hosted here, and who asks for it is counted.
          </p>
        </section>
      </div>
      <h3 class="home-command-title">From the command line</h3>
      <p class="muted prose">
        {instance.command !== undefined && 'An audit by the command needs no key. '}
        Over HTTP a key goes into a header; the <a href="/api">API reference</a> has the rest.
      </p>
      <div class="grid grid-wide home-commands">
        {instance.command !== undefined && <CodeBlock label="command" text={`${instance.command} audit example.com`} />}
        <CodeBlock
          label="command"
          text={`curl -H "Authorization: Bearer $CITABLE_API_KEY" '${instance.baseUrl()}/api/audit?domain=example.com&tier=vip'`}
        />
      </div>
    </section>
  );
}
