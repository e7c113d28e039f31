import { Fragment } from 'preact';

/** Beyond so many characters a domain name is set smaller. */
const LONG_NAME = 26;

/** The h1 of a page that is about a domain. @param what the page is, in words that stand before the name */
export function DomainHeading({ what, domain }: { what: string; domain: string }) {
  return (
    <>
      <p class="eyebrow">{what}</p>
      <h1 class={domain.length > LONG_NAME ? 'audit-domain audit-domain-long' : 'audit-domain'}>
        <bdi>{breakable(domain)}</bdi>
      </h1>
    </>
  );
}

/** A name that may go on in another line after each dot. */
function breakable(domain: string) {
  const [first = '', ...labels] = domain.split('.');
  return [
    first,
    ...labels.map((label, i) => (
      <Fragment key={i}>
        .<wbr />
        {label}
      </Fragment>
    )),
  ];
}
