import { type BuilderSnippets, snippet } from './snippet.ts';

/** What stands in the page, as lines of each stack. */
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
