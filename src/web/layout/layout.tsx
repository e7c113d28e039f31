import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { contactUrl } from './components.tsx';
import { type Head, type Instance, instanceName, MODULES_PATH, SIGN_IN_PATH, signInPath } from './instance.ts';

/** Name of the page of the checks. */
export const CHECKS_NAME = 'The nine checks';

const NAVIGATION = [
  { path: '/crawlers', name: 'Crawler index' },
  { path: '/checks', name: CHECKS_NAME },
  { path: '/api', name: 'API' },
] as const;

/**
 * Renders a whole page as HTML. The renderer escapes text and attributes; the only raw text is JSON-LD, which cannot end
 * its element.
 */
export function renderPage(instance: Instance, head: Head, main: ComponentChildren): string {
  return `<!doctype html>${renderToString(<Document instance={instance} head={head} main={main} />)}`;
}

function Document({ instance, head, main }: { instance: Instance; head: Head; main: ComponentChildren }) {
  const { title, description, path, isNoindex = false, refreshSeconds, jsonLd = [], modules = [] } = head;
  const url = `${instance.baseUrl()}${path}`;
  const fullTitle = path === '/' ? title : `${title} · ${instanceName(instance)}`;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{fullTitle}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={description} />
        {isNoindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
        <meta name="color-scheme" content="light dark" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={instanceName(instance)} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={url} />
        {refreshSeconds !== undefined && (
          <noscript>
            {/* With its path: a URL with a fragment would only scroll. */}
            <meta http-equiv="refresh" content={`${refreshSeconds}; url=${path}`} />
          </noscript>
        )}
        <link rel="describedby" type="text/plain" href="/llms.txt" />
        <link rel="icon" type="image/svg+xml" href={`${instance.assetsPath}favicon.svg`} />
        <link rel="stylesheet" href={`${instance.assetsPath}citable.css`} />
        {instance.brand?.stylesheet != null && <link rel="stylesheet" href={instance.brand.stylesheet} />}
        {modules.map((name) => (
          <script key={name} type="module" src={`${instance.assetsPath}${MODULES_PATH}${name}.js`} />
        ))}
        {jsonLd.length > 0 && <JsonLd nodes={jsonLd} />}
      </head>
      <body>
        <a class="skip-link" href="#main">
          Skip to the content
        </a>
        <SiteHeader instance={instance} path={path} />
        <main id="main" class="wrap" tabIndex={-1}>
          {main}
        </main>
        <SiteFooter instance={instance} />
      </body>
    </html>
  );
}

function SiteHeader({ instance, path }: { instance: Instance; path: string }) {
  return (
    <header class="site-header">
      <div class="wrap site-header-row">
        <a class="wordmark" href="/" aria-current={path === '/' ? 'page' : undefined}>
          <Logo instance={instance} />
          {instanceName(instance)}
        </a>
        <nav aria-label="Main">
          <ul class="site-nav">
            {NAVIGATION.map((entry) => (
              <NavigationEntry key={entry.path} {...entry} of={path} />
            ))}
            <Account path={path} instance={instance} />
          </ul>
        </nav>
      </div>
    </header>
  );
}

interface NavigationEntryProps {
  readonly path: string;
  readonly name: string;
  /** Path of the page that shows it. */
  readonly of: string;
}

function NavigationEntry({ path, name, of }: NavigationEntryProps) {
  return (
    <li>
      <a href={path} aria-current={of === path ? 'page' : of.startsWith(`${path}/`) ? 'true' : undefined}>
        {name}
      </a>
    </li>
  );
}

/** Shows the entries of the navigation for a signed-in user, or the link to sign in. */
function Account({ path, instance: { viewer, here } }: { path: string; instance: Instance }) {
  if (viewer === undefined) {
    return (
      <li data-account>
        <a
          href={signInPath(here?.startsWith(`${path}?`) === true ? here : path)}
          rel="nofollow"
          aria-current={path === SIGN_IN_PATH ? 'page' : undefined}
        >
          Sign in
        </a>
      </li>
    );
  }
  return (
    <>
      <NavigationEntry path="/sites" name="My sites" of={path} />
      {viewer.isAdmin && <NavigationEntry path="/keys" name="Keys" of={path} />}
      <li>
        <form method="post" action="/sign-out">
          <button class="nav-button" type="submit">
            Sign out<span class="visually-hidden"> of {viewer.keyName}</span>
          </button>
        </form>
      </li>
    </>
  );
}

function SiteFooter({ instance }: { instance: Instance }) {
  return (
    <footer class="site-footer">
      <div class="wrap site-footer-row">
        <Maker instance={instance} />
        <ul class="site-nav">
          <OperatorLinks instance={instance} />
          <li>
            <a href="/bot">Our crawler</a>
          </li>
          <li>
            <a href="/llms.txt">llms.txt</a>
          </li>
          <li>
            <a href="/openapi.json">OpenAPI</a>
          </li>
        </ul>
      </div>
    </footer>
  );
}

/** Shows how to reach who runs the installation. */
function OperatorLinks({ instance: { operator } }: { instance: Instance }) {
  const contact = operator?.contact;
  const links = [
    ['Imprint', operator?.imprint],
    ['Privacy', operator?.privacy],
  ] as const;
  return (
    <>
      {contact !== undefined && (
        <li>
          <a href={contactUrl(contact)}>Contact</a>
        </li>
      )}
      {links.map(
        ([name, url]) =>
          url !== undefined && (
            <li key={name}>
              <a href={url}>{name}</a>
            </li>
          ),
      )}
    </>
  );
}

/** Shows whose installation this is. */
function Maker({ instance }: { instance: Instance }) {
  const { brand } = instance;
  if (brand === undefined || brand.name === 'Citable') {
    return <p>Citable shows how ready a website is for AI answer engines, and what to fix.</p>;
  }
  return (
    <p>
      {brand.url === null ? brand.name : <a href={brand.url}>{brand.name}</a>} shows how ready a website is for AI
      answer engines. Measured with Citable.
    </p>
  );
}

/** Shows the logo of the installation, beside its name. */
export function Logo({ instance }: { instance: Instance }) {
  const logo = instance.brand?.logo ?? null;
  return logo === null ? <Mark /> : <img class="brand-logo" src={logo} alt="" height="28" />;
}

/** Citable's logo: a quotation mark. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect class="mark-ground" width="32" height="32" rx="8" />
      <path
        class="mark-sign"
        d="M8 17.5c0-4.6 2.4-7.7 6.2-9l.9 2.1c-2.1 1-3.3 2.4-3.5 4.2h3.1v7.7H8zm9.6 0c0-4.6 2.4-7.7 6.2-9l.9 2.1c-2.1 1-3.3 2.4-3.5 4.2h3.1v7.7h-6.7z"
      />
    </svg>
  );
}

/** Shows JSON-LD. `<` is escaped, so that nothing in the JSON can end the script element. */
function JsonLd({ nodes }: { nodes: readonly object[] }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
