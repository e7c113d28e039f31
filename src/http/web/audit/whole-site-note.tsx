import { WHOLE_SITE_FRAGMENT } from '../browser/whole-site.ts';

/** Shown to who comes by its fragment, having given the address of a page: that needs no script and no other page. */
export function WholeSiteNote({ domain }: { domain: string }) {
  return (
    <p id={WHOLE_SITE_FRAGMENT.slice(1)} class="callout whole-site-note">
      You gave the address of a page. Only whole sites are audited: this is <bdi>{domain}</bdi>.
    </p>
  );
}
