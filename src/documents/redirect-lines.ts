/** The lines by which a server or host redirects /llms.txt. */
export interface RedirectLines {
  /** Name of the server or host. */
  readonly stack: string;
  /** File or place for the lines. */
  readonly where: string;
  readonly lines: string;
}

/**
 * Returns how ten servers and hosts redirect `/llms.txt` of a site to the hosted file. All redirects are temporary (RFC 9110 §15.4.3,
 * §15.4.8), so that none outlasts the publication.
 *
 * @param url of the hosted file
 */
export function redirectLines(url: string): RedirectLines[] {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  const rule = { source: '/llms.txt', destination: url, permanent: false };
  return [
    { stack: 'nginx', where: 'the server block', lines: `location = /llms.txt { return 302 ${url}; }` },
    {
      stack: 'Apache, and WordPress on it',
      where: '.htaccess, above “# BEGIN WordPress”',
      lines: `RedirectMatch 302 ^/llms\\.txt$ ${url}`,
    },
    { stack: 'Caddy', where: 'the site block of the Caddyfile', lines: `redir /llms.txt ${url} 302` },
    {
      stack: 'IIS, with URL Rewrite',
      where: 'web.config, in system.webServer/rewrite/rules',
      lines: [
        '<rule name="llms.txt" stopProcessing="true">',
        '  <match url="^llms\\.txt$" />',
        `  <action type="Redirect" url="${url}" redirectType="Found" appendQueryString="false" />`,
        '</rule>',
      ].join('\n'),
    },
    {
      stack: 'HAProxy',
      where: 'the frontend',
      lines: `http-request redirect location ${url} code 302 if { path /llms.txt }`,
    },
    { stack: 'Netlify and Cloudflare Pages', where: '_redirects', lines: `/llms.txt ${url} 302` },
    { stack: 'Vercel', where: 'vercel.json', lines: json({ redirects: [rule] }) },
    {
      stack: 'Next.js',
      where: 'next.config.js',
      lines: `async redirects() {\n  return [${JSON.stringify(rule)}];\n}`,
    },
    {
      stack: 'Firebase Hosting',
      where: 'firebase.json',
      lines: json({ hosting: { redirects: [{ source: '/llms.txt', destination: url, type: 302 }] } }),
    },
    {
      stack: 'Express',
      where: 'the file of the app, before the other routes',
      lines: `app.get('/llms.txt', (_request, response) => response.redirect(302, '${url}'));`,
    },
  ];
}
