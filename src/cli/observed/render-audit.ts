import { realpath } from 'node:fs/promises';
import { type RenderedAudit, sentPages } from '../../audit/rendered/rendered-site.ts';
import { type RenderSiteOptions, renderSite } from '../../engine/render-site.ts';
import type { ProxyOptions } from '../../fetch/proxy/guarded-proxy.ts';
import { StagedSite } from '../../fetch/staging.ts';
import { openFolder } from '../../site/folder/gather-folder.ts';
import type { Site } from '../../site/site.ts';
import { connectionOptions, type SiteOptions } from '../audited-site.ts';
import { tell } from '../exit.ts';
import { NO_SANDBOX } from '../start-warnings.ts';
import { progressOn } from '../terminal.ts';

/** Maximum size of a file of a folder that is served, in bytes. */
const MAX_FILE = 20 * 1024 * 1024;

/**
 * Loads the judged pages of an audited site in the installed browser. Of a folder, the proxy serves the files, and nothing is fetched.
 *
 * @param folder path of the folder that was audited, if one was
 */
export async function renderAudit(
  site: Site,
  folder: string | undefined,
  { onPictures, ...options }: SiteOptions & Pick<RenderSiteOptions, 'onPictures'>,
): Promise<RenderedAudit> {
  const staged = site.staging === undefined ? null : new StagedSite(site.origin, site.staging.origin);
  const sent = sentPages(site);
  const progress = progressOn(process.stderr);
  const proxy = await proxyOptions(site, folder, options);
  const onProgress = (done: number) => {
    if (done < sent.length) progress.show(`Rendering page ${done + 1} of ${sent.length}`);
  };
  const rendered = await renderSite(sent, { proxy, staged, onProgress, onPictures }).finally(() => progress.end());
  if (rendered.failure === null && !rendered.isSandboxed) tell(NO_SANDBOX);
  return rendered;
}

async function proxyOptions(site: Site, folder: string | undefined, options: SiteOptions): Promise<ProxyOptions> {
  const { connectTo, egress } = connectionOptions(options);
  const { signal } = new AbortController();
  const ownHost = new URL(site.staging?.origin ?? site.origin).host;
  const settings = { connectTo, allowPrivate: options.allowPrivate, ...egress, ownHost, signal };
  if (site.source !== 'folder' || folder === undefined) return settings;
  return { ...settings, local: await serveFolder(folder, site) };
}

async function serveFolder(folder: string, { domain }: Site): Promise<NonNullable<ProxyOptions['local']>> {
  const { fetcher } = await openFolder(await realpath(folder), domain);
  return async ({ href }) => {
    const chunks: Uint8Array[] = [];
    const sink = {
      write: (bytes: Uint8Array) => {
        chunks.push(bytes);
        return true;
      },
    };
    const request = { url: href, userAgent: '', maxBodyBytes: MAX_FILE, sink: () => sink };
    const { status, headers, redirects, finalUrl } = await fetcher.fetch(request);
    if (status === null) return null;
    if (redirects.length > 0) return { status: 302, headers: { location: finalUrl }, body: new Uint8Array() };
    return { status, headers, body: Buffer.concat(chunks) };
  };
}
