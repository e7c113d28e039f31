/** Beyond so many characters a domain name is set smaller. */
const LONG_NAME = 26;

/** The h1 of a page that is about a domain. @param what the page is, in words that stand before the name */
export function DomainHeading({ what, domain }: { what: string; domain: string }) {
  return (
    <>
      <p class="eyebrow">{what}</p>
      <h1 class={domain.length > LONG_NAME ? 'audit-domain audit-domain-long' : 'audit-domain'}>
        <bdi>{domain}</bdi>
      </h1>
    </>
  );
}
