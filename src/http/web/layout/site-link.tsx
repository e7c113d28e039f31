import { quote } from '../../../untrusted-text.ts';

/** Longer addresses are cut where they are shown; the link has all of it. */
const SHOWN = 160;

/** An address of an audited site. Only what HTTP serves becomes a link. */
export function SiteLink({ url }: { url: string }) {
  const protocol = URL.parse(url)?.protocol;
  const shown = <bdi class="address">{quote(url, SHOWN)}</bdi>;
  if (protocol !== 'https:' && protocol !== 'http:') return shown;
  return (
    <a class="roomy-link" href={url} rel="nofollow noreferrer">
      {shown}
    </a>
  );
}
