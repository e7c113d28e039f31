import { type BuilderSnippets, snippet } from './fix.ts';

const NEXT = 'the page.tsx or layout.tsx of the route';
const NUXT = 'the page component, in <script setup>';
const HUGO = 'layouts/partials/head.html';
const JEKYLL = '_includes/head.html';
const SHOPIFY = 'layout/theme.liquid, in <head>';
const PHP = 'functions.php of the theme (or a small plugin)';

/** Lines for `<head>` on each stack. */
export const HEAD_SNIPPETS = {
  title: {
    unknown: snippet('each page, in <head>', 'html', '<title>…</title>'),
    wordpress: snippet(PHP, 'php', "add_action('after_setup_theme', fn () => add_theme_support('title-tag'));"),
    nextjs: snippet(NEXT, 'ts', "export const metadata = { title: '…' };"),
    nuxt: snippet(NUXT, 'ts', "useSeoMeta({ title: '…' });"),
    astro: snippet('the layout, which gets the title as a prop of each page', 'astro', '<title>{title}</title>'),
    hugo: snippet(
      HUGO,
      'go-html-template',
      '<title>{{ if .IsHome }}{{ site.Title }}{{ else }}{{ .Title }} | {{ site.Title }}{{ end }}</title>',
    ),
    jekyll: snippet(
      JEKYLL,
      'liquid',
      '<title>{% if page.title %}{{ page.title | escape }} | {% endif %}{{ site.title | escape }}</title>',
    ),
    shopify: snippet(
      SHOPIFY,
      'liquid',
      '<title>{{ page_title }}{% unless page_title contains shop.name %} | {{ shop.name }}{% endunless %}</title>',
    ),
    wix: snippet('Wix: the page’s settings, SEO basics, Title tag', 'text', '…'),
    webflow: snippet('Webflow: the page’s settings, SEO, Title tag', 'text', '…'),
  },
  description: {
    unknown: snippet('each page, in <head>', 'html', '<meta name="description" content="…">'),
    wordpress: snippet(
      `${PHP}, unless an SEO plugin writes descriptions: then its field under each post; the home page takes the tagline (Settings, General), which then wants 50 characters or more, and posts take their excerpt`,
      'php',
      "add_action('wp_head', function () {",
      '    $text = is_singular() && has_excerpt()',
      '        ? get_the_excerpt()',
      "        : (is_front_page() && !is_paged() ? get_bloginfo('description') : '');",
      '    $text = esc_attr(wp_strip_all_tags($text));',
      "    if ($text !== '') {",
      '        echo "<meta name=\\"description\\" content=\\"$text\\">\\n";',
      '    }',
      '});',
    ),
    nextjs: snippet(NEXT, 'ts', "export const metadata = { description: '…' };"),
    nuxt: snippet(NUXT, 'ts', "useSeoMeta({ description: '…' });"),
    astro: snippet(
      'the layout, which gets the description as a prop of each page',
      'astro',
      '<meta name="description" content={description}>',
    ),
    hugo: snippet(
      `${HUGO}, with description in each page’s front matter`,
      'go-html-template',
      '<meta name="description" content="{{ with .Description }}{{ . }}{{ else }}{{ .Summary | plainify | truncate 155 }}{{ end }}">',
    ),
    jekyll: snippet(
      `${JEKYLL}, with description in each page’s front matter`,
      'liquid',
      '<meta name="description" content="{{ page.description | default: page.excerpt | strip_html | normalize_whitespace | truncate: 155 | escape }}">',
    ),
    shopify: snippet(
      SHOPIFY,
      'liquid',
      '{% if page_description %}<meta name="description" content="{{ page_description | escape }}">{% endif %}',
    ),
    wix: snippet('Wix: the page’s settings, SEO basics, Meta description', 'text', '…'),
    webflow: snippet('Webflow: the page’s settings, SEO, Meta description', 'text', '…'),
  },
  canonical: {
    unknown: snippet(
      'the home page, in <head>; each other page names its own absolute address the same way',
      'html',
      '<link rel="canonical" href="{origin}/">',
    ),
    // WordPress' own rel_canonical() does nothing but on single posts and pages, which a static home page is.
    wordpress: snippet(
      `${PHP}, unless an SEO plugin writes canonicals; posts and pages get theirs from WordPress, where header.php has <?php wp_head(); ?> before </head>`,
      'php',
      "add_action('wp_head', function () {",
      '    if (is_home() && !is_paged()) {',
      "        $url = is_front_page() ? home_url('/') : get_permalink(get_option('page_for_posts'));",
      '        echo \'<link rel="canonical" href="\' . esc_url($url) . \'">\' . "\\n";',
      '    }',
      '});',
    ),
    nextjs: snippet(
      'app/layout.tsx; ./ is the page’s own path',
      'ts',
      "export const metadata = { metadataBase: new URL('{origin}'), alternates: { canonical: './' } };",
    ),
    nuxt: snippet(
      'app.vue, in <script setup>',
      'ts',
      'const route = useRoute();',
      "useHead({ link: [{ rel: 'canonical', href: () => new URL(route.path, '{origin}').href }] });",
    ),
    astro: snippet(
      "the layout, with site: '{origin}' in astro.config",
      'astro',
      '<link rel="canonical" href={new URL(Astro.url.pathname, Astro.site)}>',
    ),
    hugo: snippet(HUGO, 'go-html-template', '<link rel="canonical" href="{{ .Permalink }}">'),
    jekyll: snippet(
      `${JEKYLL}, with url: "{origin}" in _config.yml`,
      'liquid',
      '<link rel="canonical" href="{{ page.url | replace: \'index.html\', \'\' | absolute_url }}">',
    ),
    shopify: snippet(SHOPIFY, 'liquid', '<link rel="canonical" href="{{ canonical_url }}">'),
    wix: snippet(
      'Wix writes it: the page’s settings, Advanced SEO, Canonical tag; take out what was set by hand',
      'text',
      '{origin}/',
    ),
    webflow: snippet('Webflow: Site settings, SEO, Global canonical tag URL', 'text', '{origin}'),
  },
  language: {
    unknown: snippet('the first element of each page: the language it is written in', 'html', '<html lang="…">'),
    wordpress: snippet(
      'header.php of the theme; the language is under Settings, General',
      'php',
      '<html <?php language_attributes(); ?>>',
    ),
    nextjs: snippet('app/layout.tsx', 'tsx', '<html lang="…">'),
    nuxt: snippet('nuxt.config', 'ts', "app: { head: { htmlAttrs: { lang: '…' } } },"),
    astro: snippet('the layout', 'astro', '<html lang="…">'),
    hugo: snippet(
      'layouts/_default/baseof.html, with languageCode in the configuration',
      'go-html-template',
      '<html lang="{{ or site.Language.LanguageCode site.Language.Lang }}">',
    ),
    jekyll: snippet(
      '_layouts/default.html, with lang in _config.yml',
      'liquid',
      '<html lang="{{ page.lang | default: site.lang }}">',
    ),
    shopify: snippet('layout/theme.liquid', 'liquid', '<html lang="{{ request.locale.iso_code }}">'),
    wix: snippet('Wix: Settings, Language and region, Site language', 'text', '…'),
    webflow: snippet('Webflow: Site settings, General, Localization, Language code', 'text', '…'),
  },
} satisfies Record<string, BuilderSnippets>;

/** Lines for the page on each stack. */
export const BODY_SNIPPETS = {
  date: {
    unknown: snippet(
      'beside the title or at the end of the text: the true date, twice',
      'html',
      '<time datetime="YYYY-MM-DD">…</time>',
    ),
    wordpress: snippet(
      'single.php (or the block template: the block Date)',
      'php',
      '<time datetime="<?php echo esc_attr(get_the_date(\'c\')); ?>"><?php echo esc_html(get_the_date()); ?></time>',
    ),
    hugo: snippet(
      'layouts/_default/single.html, with date in each page’s front matter',
      'go-html-template',
      '{{ if not .Date.IsZero }}<time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 January 2006" }}</time>{{ end }}',
    ),
    jekyll: snippet(
      'the layout under _layouts/, with date in each page’s front matter',
      'liquid',
      '{% if page.date %}<time datetime="{{ page.date | date_to_xmlschema }}">{{ page.date | date: "%-d %B %Y" }}</time>{% endif %}',
    ),
    shopify: snippet('the article section of the theme', 'liquid', "{{ article.published_at | time_tag: '%Y-%m-%d' }}"),
  },
  main: {
    unknown: snippet('each page, around its content, without menu, header and footer', 'html', '<main>', '</main>'),
    wordpress: snippet('the theme’s template, around the loop', 'php', '<main id="content">', '</main>'),
    nextjs: snippet('app/layout.tsx', 'tsx', '<main>{children}</main>'),
    nuxt: snippet('layouts/default.vue', 'vue', '<main><slot /></main>'),
    astro: snippet('the layout', 'astro', '<main><slot /></main>'),
    hugo: snippet('layouts/_default/baseof.html', 'go-html-template', '<main>{{ block "main" . }}{{ end }}</main>'),
    jekyll: snippet('_layouts/default.html', 'liquid', '<main>{{ content }}</main>'),
    shopify: snippet('layout/theme.liquid', 'liquid', '<main id="MainContent">{{ content_for_layout }}</main>'),
    wix: snippet('Wix marks the main content itself on current sites: an older one has to be rebuilt', 'text', 'main'),
    webflow: snippet('Webflow: the wrapper’s Element settings, Tag', 'text', 'Main'),
  },
  h1: {
    unknown: snippet('each page: the title that it shows', 'html', '<h1>…</h1>'),
    wordpress: snippet('single.php and page.php', 'php', "<?php the_title('<h1>', '</h1>'); ?>"),
    hugo: snippet('layouts/_default/single.html', 'go-html-template', '<h1>{{ .Title }}</h1>'),
    jekyll: snippet('the layout under _layouts/', 'liquid', '<h1>{{ page.title | escape }}</h1>'),
    wix: snippet('Wix: the text’s settings, SEO and accessibility, HTML tag', 'text', 'H1'),
    webflow: snippet('Webflow: the heading’s Element settings, Type', 'text', 'H1'),
  },
  prerender: {
    unknown: snippet(
      'the build: where the framework can prerender, switch it on; the page that is sent must hold this',
      'html',
      '<main>',
      '  <h1>…</h1>',
      '  <p>…</p>',
      '</main>',
    ),
    nextjs: snippet(
      'the page: a server component, without ssr: false and without fetching its text in useEffect',
      'tsx',
      'export default async function Page() {',
      '  return <main><h1>…</h1><p>…</p></main>;',
      '}',
    ),
    nuxt: snippet('nuxt.config, and no <ClientOnly> around the text', 'ts', 'ssr: true,'),
    astro: snippet(
      'the component: without client:only, which keeps it out of the HTML',
      'astro',
      '<Component client:load />',
    ),
  },
} satisfies Record<string, BuilderSnippets>;
