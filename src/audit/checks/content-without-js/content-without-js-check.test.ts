import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { site } from '../../../../test/support/reports.ts';
import { domainName } from '../../../../test/support/running-service.ts';
import { judge } from '../../judge.ts';

test.each([
  ['text/plain; charset=utf-8', /Sent as text\/plain, .*: \/\. Send it as text\/html\./],
  ['text/html', /^(?!.*text\/plain)/],
])('a page sent as %s is told so', (type, expected) => {
  const body = '<html lang=en><title>Tides</title><main><h1>Tides</h1><p>Text of the tides.</p></main>';
  const home = createExchange('https://example.com/', { headers: { 'content-type': type }, body });
  const { findings } = judge({ ...site(domainName('example.com')), home });
  expect(findings.find(({ key }) => key === 'content_without_js')?.notes.join(' ')).toMatch(expected);
});

test('the fix of the home page names what further pages need, where the cause is the same', () => {
  const at = (path: string, main: string) =>
    createExchange(`https://example.com${path}`, {
      headers: { 'content-type': 'text/html' },
      body: `<html lang=en><title>Tides</title><main>${main}<a href="/old">Old gauges</a></main>`,
    });
  const home = at('/', `<h1>Tides</h1><p>${'Water. '.repeat(60)}</p>`);
  const pages = [at('/old', '<p>Moved.</p><script>location.href = "/new"</script>')];
  const { findings } = judge({ ...site(domainName('example.com')), home, pages });
  const questions = findings.find(({ key }) => key === 'content_without_js')?.questions ?? [];
  expect(questions[0]?.fix?.instruction).toMatch(
    /put it in text.*let the server redirect|let the server redirect.*put it in text/,
  );
});

test('the place of the fix is that of the fault that most pages have', () => {
  const write = (main: string) => `<html lang=en><title>Tides</title><main><h1>Tides</h1>${main}</main></html>`;
  const words = (name: string) => `<p>${`The tide of ${name} rises twice a day. `.repeat(6)}</p>`;
  const page = (path: string, main: string) => createExchange(`https://example.com/${path}`, { body: write(main) });
  const framed = page(
    'framed',
    '<iframe src="https://example.net/tides" title="Tides" width="900" height="900"></iframe>',
  );
  const placeOf = (...pages: ReturnType<typeof page>[]) => {
    const { findings } = judge({ ...site(domainName('example.com')), home: page('', words('home').repeat(9)), pages });
    const { questions = [] } = findings.find(({ key }) => key === 'content_without_js') ?? {};
    return questions.find(({ id }) => id === 'further')?.fix?.place;
  };
  expect(placeOf(framed)).toBe('page_template');
  expect(placeOf(framed, page('ebb', words('ebb')), page('flood', words('flood')))).toBe('content');
});

test('gate G4 rests on content pages, so empty tags do not close it', () => {
  const page = (path: string, text: string) =>
    createExchange(`https://example.com/${path}`, { body: `<html lang=en><title>Tides</title><main>${text}</main>` });
  const hours = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  const text = (name: string) => hours.map((hour) => `<p>At ${hour} the tide of ${name} rises again.</p>`).join('');
  const gatesOf = (...paths: string[]) => {
    const pages = [page('ebb', text('Ebb')), ...paths.map((path) => page(path, 'Sea'))];
    const { gates } = judge({ ...site(domainName('example.com')), home: page('', text('Marlow')), pages });
    return gates.map(({ id }) => id);
  };
  expect(gatesOf('tags/moon/', 'tags/sun/', 'tags/wind/')).toEqual([]);
  expect(gatesOf('moon', 'sun', 'wind')).toEqual(['G4']);
});
