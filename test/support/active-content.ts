/** Returns the active content of a page that is not ours, in a browser. Opens what is folded. */
export function activeContent(): string[] {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const acting = [
    ...document.querySelectorAll(
      'script:not([src]):not([type="application/ld+json"]), iframe, object, embed, base, img[src="x"]',
    ),
  ];
  const links = [...document.querySelectorAll('[href], [src], [action], [srcset]')].filter((element) =>
    ['href', 'src', 'action', 'srcset'].some((name) =>
      /^\s*(?:javascript|data|vbscript):/i.test(element.getAttribute(name) ?? ''),
    ),
  );
  const handlers = [...document.querySelectorAll('*')].filter(({ attributes }) =>
    [...attributes].some(({ name }) => /^on/i.test(name)),
  );
  const ran = '__pwned' in window ? [String(window.__pwned)] : [];
  return [...[...acting, ...links, ...handlers].map(({ outerHTML }) => outerHTML.slice(0, 200)), ...ran];
}
