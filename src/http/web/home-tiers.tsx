import { DEFAULT_BUDGETS } from '../../fetch/budgets.ts';
import { CodeBlock } from './code-block.tsx';
import type { Frame } from './frame.ts';

/** What a demonstration and a live audit are, and how to get one without this page. */
export function HomeTiers({ frame }: { frame: Frame }) {
  const isPublic = frame.liveAuditsArePublic;
  return (
    <section aria-labelledby="tiers">
      <h2 id="tiers" class="section-title">
        A demonstration, or the real thing
      </h2>
      <div class="table-scroll home-tiers">
        <table>
          <caption class="visually-hidden">The two tiers</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">Demonstration</th>
              <th scope="col">Live audit</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">What it is</th>
              <td>Made up from the domain’s name. It shows what a report is like; conclude nothing from it.</td>
              <td>
                The site is read as browsers and crawlers read it, by at most {DEFAULT_BUDGETS.requests} requests. The
                same site gives the same score.
              </td>
            </tr>
            <tr>
              <th scope="row">Who may have it</th>
              <td>Everyone, at once.</td>
              <td>
                {isPublic
                  ? 'Everyone on this server, a limited number a minute. With an API key it can also be published.'
                  : 'Who has an API key of this server. Who runs it makes them.'}
              </td>
            </tr>
            <tr>
              <th scope="row">What comes with it</th>
              <td>Nothing that is meant to be used.</td>
              <td>
                Evidence for each point, a fix guide for a coding agent, an llms.txt made of the site’s own pages, and
                the badge. With a key: the llms.txt hosted here, and who asks for it.
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <h3 class="home-command-title">From the command line</h3>
      <p class="muted prose">
        Where Citable is installed, an audit needs neither a key nor a server. Over HTTP a key goes into a header; the{' '}
        <a href="/api">API reference</a> has the rest.
      </p>
      <div class="grid grid-wide home-commands">
        <CodeBlock label="command" text="npx citable audit example.com" />
        <CodeBlock
          label="command"
          text={`curl -H "Authorization: Bearer $KEY" \\\n  '${frame.baseUrl()}/api/audit?domain=example.com&tier=vip'`}
        />
      </div>
    </section>
  );
}
