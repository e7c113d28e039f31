import { type Instance, instanceName } from './instance.ts';

/** Returns a https://schema.org/BreadcrumbList from the home page. @param trail pages below it, the current one last */
export function breadcrumbList(
  instance: Instance,
  trail: readonly { readonly path: string; readonly name: string }[],
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ path: '/', name: instanceName(instance) }, ...trail].map(({ path, name }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: `${instance.baseUrl()}${path}`,
    })),
  };
}

/** Returns nodes for the home page. Other pages refer to the organization by its `@id`. */
export function siteNodes(instance: Instance, description: string): readonly object[] {
  const base = instance.baseUrl();
  const organization = { '@id': `${base}/#organization` };
  return [
    { '@type': 'Organization', ...organization, name: instanceName(instance), url: `${base}/` },
    {
      '@type': 'WebSite',
      '@id': `${base}/#website`,
      name: instanceName(instance),
      url: `${base}/`,
      description,
      publisher: organization,
    },
    {
      '@type': 'WebApplication',
      name: 'Citable',
      url: `${base}/`,
      description,
      applicationCategory: 'DeveloperApplication',
      operatingSystem: 'Any',
      publisher: organization,
    },
  ];
}
