import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/properties.ts';
import { OTHER_PROGRAMS } from '../data/read/crawlers.ts';
import { OWN_TOKEN, userAgents } from '../site/gather/user-agents.ts';
import { type Classification, classifyVisit } from './classify.ts';
import { CRAWLERS } from './registry.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const HOSTED = '/llms/example.com.txt';

function byUserAgent(userAgent: string | null): Classification {
  return classifyVisit({ userAgent, referer: null, url: HOSTED });
}

function android(model: string): string {
  return `Mozilla/5.0 (Linux; Android 9; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0.0.0 Mobile Safari/537.36`;
}

describe('a crawler of the registry', () => {
  test.each(
    CRAWLERS.map(
      ({ token, vendor, purpose, visitClass }) =>
        [token, { class: visitClass, crawler: token, vendor, purpose }] as const,
    ),
  )('%s is known by its token, in any case and place', (token, expected) => {
    const sent = [
      token,
      `${token}/1.0`,
      token.toUpperCase(),
      `Mozilla/5.0 (compatible; ${token.toLowerCase()}/2.1; +https://crawler.example/about)`,
      `${CHROME} ${token}`,
      `${CHROME};${token}`,
      `Mozilla/5.0+(compatible;+${token}/1.0)`,
    ];
    for (const userAgent of sent) {
      if (token.includes(' ') && userAgent.includes('+(')) continue;
      expect(byUserAgent(userAgent), userAgent).toEqual(expected);
    }
  });

  test.each(CRAWLERS.flatMap(({ token, userAgent }) => (userAgent === null ? [] : [[token, userAgent] as const])))(
    '%s is known by the user agent its vendor documents',
    (token, userAgent) => expect(byUserAgent(userAgent).crawler).toBe(token),
  );

  test('is counted before the tool or the other bot it also names', () => {
    expect(byUserAgent('python-requests/2.31 GPTBot/1.0').crawler).toBe('GPTBot');
    expect(byUserAgent('Mozilla/5.0 (compatible; Googlebot/2.1) ClaudeBot/1.0').crawler).toBe('ClaudeBot');
  });

  test('is known with the customer it works for', () => {
    expect(byUserAgent('amazon-Quick-on-behalf-of-20e61c5a').crawler).toBe('amazon-Quick');
    expect(byUserAgent('amazon-kendra-customer-id-1234-1234').crawler).toBe('amazon-kendra');
  });
});

describe('a name that only resembles', () => {
  test.each([
    'NotGPTBot/1.0',
    'GPTBots/1.0',
    'GPTBot-checker/1.0',
    'My_GPTBot/1.0',
    'ChatGPT-Users/1.0',
    'SomeCrawler/1.0 (like GPTBot)',
    'SomeCrawler/1.0 (compatible with ClaudeBot)',
    'SomeCrawler/1.0 (+https://example.com/gptbot)',
    'SomeCrawler/1.0 (+https://example.com/?bot=GPTBot)',
    'SomeCrawler/1.0 (claudebot@example.com)',
    'SomeCrawler/1.0 (+https://openai.com.evil.example/bot)',
    'SomeCrawler/1.0 (+https://notopenai.com/bot)',
    'SomeCrawler/1.0 (an AI model comparison)',
    'MAILBot/1.0',
    'aiHitBot/2.9',
  ])('%s is an ordinary bot', (userAgent) => {
    expect(byUserAgent(userAgent)).toEqual({ class: 'traditional_bot', crawler: null, vendor: null, purpose: null });
  });

  test.each([
    ['the app of ChatGPT', 'ChatGPT/1.2024.030 (iOS 17.3; iPhone15,3; build 7)'],
    ['the app of Perplexity', 'Perplexity/5280 CFNetwork/1408.0.4 Darwin/22.5.0'],
    [
      'the desktop app of ChatGPT',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) ChatGPT/1.2025 Chrome/130.0.0.0 Electron/32.0 Safari/537.36',
    ],
  ])('%s is in a person’s hand', (_, userAgent) => expect(byUserAgent(userAgent).class).toBe('human'));
});

describe('a program without a browser', () => {
  test.each([
    ['Anthropic/Python 0.39.0', 'Anthropic/Python'],
    ['AsyncOpenAI/Python 1.54.0', 'AsyncOpenAI/Python'],
  ])('%s is a library, and no crawler of its vendor', (userAgent, crawler) =>
    expect(byUserAgent(userAgent)).toMatchObject({ class: 'traditional_bot', crawler }),
  );

  test.each(['acme-price-check/2.1', 'Dalvik/2.1.0 (Linux; U; Android 9; Pixel 3 Build/PQ1A)'])(
    '%s is not a person',
    (userAgent) => expect(byUserAgent(userAgent)).toMatchObject({ class: 'traditional_bot', crawler: null }),
  );

  test.each(['Cursor/1.5.9 Chrome/138.0.0.0 Electron/37.3.1', 'Trae/1.100.3 Chrome/132.0.0.0 Electron/34.2.0'])(
    'in an editor, a person looks at pages: %s',
    (products) =>
      expect(
        byUserAgent(`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${products} Safari/537.36`)
          .class,
      ).toBe('human'),
  );
});

describe('an AI crawler that no list has', () => {
  test.each([
    ['MistralAI-SearchBot/1.0', 'Mistral', 'search'],
    ['Mozilla/5.0 (compatible; PerplexityUser/1.0)', 'Perplexity', 'user'],
    ['DeepSeek-Bot/1.0', 'DeepSeek', 'training'],
    [`${CHROME}; OpenAI-Operator/1.0`, 'OpenAI', 'user'],
    ['amazon-bedrock-agentcore-browser/1.0', 'Amazon', 'user'],
    ['NewCrawler/1.0 (+https://www.anthropic.com/newcrawler)', 'Anthropic', null],
    ['NewCrawler/1.0 (bots@cohere.com)', 'Cohere', null],
    ['AcmeAIBot/1.0', null, null],
    ['Acme-RAG-crawler/1.0', null, null],
  ])('%s is told by its name or its contact', (userAgent, vendor, purpose) => {
    expect(byUserAgent(userAgent)).toEqual({ class: 'ai_bot', crawler: null, vendor, purpose });
  });
});

describe('a traditional bot', () => {
  const programs = Object.entries(OTHER_PROGRAMS.programs);
  test.each(programs.flatMap(([vendor, tokens]) => tokens.map((token) => [token, vendor] as const)))(
    '%s is named',
    (token, vendor) => {
      const expected = { class: 'traditional_bot', crawler: token, vendor, purpose: null };
      expect(byUserAgent(`${token}/1.0`)).toEqual(expected);
      expect(byUserAgent(`Mozilla/5.0 (compatible; ${token}/1.0; +https://bots.example/)`)).toEqual(expected);
    },
  );

  test.each([
    null,
    '',
    '   ',
    '-',
    'Mozilla/5.0',
    'Java/17.0.2',
    'libwww-perl/6.7',
    'Apache-HttpClient/4.5 (Java/11)',
    'node',
    'Ruby',
    'SomeSpider/0.1',
    'AppleNewsBot/1.0',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    'Catcher/1.0',
    'radar | monitor',
    'Mozilla/5.0 (compatible; MyCrawler/1.0; +https://example.com)',
    'Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3; Storebot-Google/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0 Mobile Safari/537.36',
  ])('%j is a program', (userAgent) => expect(byUserAgent(userAgent).class).toBe('traditional_bot'));

  test('is this service’s own audit, whatever crawler it asks as', () => {
    const agents = userAgents('https://audit.example/about');
    for (const userAgent of [agents.browser, agents.crawler('GPTBot'), agents.crawler('Googlebot')]) {
      expect(byUserAgent(userAgent), userAgent).toMatchObject({ class: 'traditional_bot', crawler: OWN_TOKEN });
    }
  });
});

describe('a person', () => {
  test.each([
    CHROME,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    android('CUBOT_NOTE_S Build/NRD90M'),
    android('CUBOT X18 Plus'),
    'CUBOT_P20/V1.0 Linux/3.18 Android/8.0 Release/3.27 Browser/AppleWebKit537.36',
    android('C Bot Tab 100'),
    android('XBot Junior'),
    android('Spider 8'),
    android('GPTBot'),
    android('SUGAR F11; Build/MMB29M; wv').replace('Chrome', 'SogouMobileBrowser/5.6.0 Chrome'),
    'Nokia6230i/2.0 (03.40) Profile/MIDP-2.0 Configuration/CLDC-1.1',
    'G4040_MAUI WAP Browser',
    `${android('SM-S918B; wv')} SmartNews/24.6`,
    `${android('SM-S918B; wv')} [FB_IAB/FB4A;FBAV/470.0.0.0;]`,
    'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; id) Presto/2.12.423 Version/12.16',
    `${android('MHA-AL00; wv')} MicroMessenger/7.0.4.1420(0x27000437) Process/tools NetType/4G Language/zh_CN`,
    `${android('M2011K2C; wv')} MicroMessenger/8.0.33(0x28002151) Process/toolsmp WeChat/arm64 NetType/WIFI`,
    `${android('M2011K2C; wv')} T7/12.20 SP-engine/2.37.0 baiduboxapp/12.20.0.11 (Baidu; P1 11) NABar/1.0 |`,
    'Opera/9.80 (Linux armv7l; CE-HTML/1.0; NETTV/4.0.2;) Presto/2.10 Version/12.50',
    'Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0 Safari/537.36 OMI/4.8 (Hisense; Catcher)',
    'GoogleEarth/7.1.2.2041(Windows;Microsoft Windows (6.1.7601.1);en;kml:2.2;client:Free;type:default)',
    'Mozilla/5.0 (iPad; CPU OS 9_3 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) com.google.GooglePlus/33839 Mobile/13E233',
    'Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S8500/S8500XXJEE; U; Bada/1.0; nl-nl) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0 Mobile',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; Radar C110e)',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) AppleNews/1.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 13_3 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 SogouSearch Ios 12.2.0',
  ])('%s holds a browser', (userAgent) => {
    expect(byUserAgent(userAgent)).toEqual({ class: 'human', crawler: null, vendor: null, purpose: null });
  });
});

describe('of several names', () => {
  test.each([
    ['GPTBot/1.0 ClaudeBot/1.0', 'GPTBot'],
    ['ClaudeBot/1.0 GPTBot/1.0', 'ClaudeBot'],
    ['AhrefsBot/7.0 SemrushBot/7.0', 'AhrefsBot'],
    ['SemrushBot/7.0 AhrefsBot/7.0', 'SemrushBot'],
    ['AhrefsBot/7.0 GPTBot/1.0', 'GPTBot'],
    ['GPTBot/1.0 AhrefsBot/7.0', 'GPTBot'],
    ['GPTBot/1.0 Citable/1.0', 'Citable'],
    ['AhrefsBot/7.0 Kangaroo Bot', 'Kangaroo Bot'],
    ['GPTBot/1.0 Kangaroo Bot', 'GPTBot'],
  ])('in %s, %s counts', (userAgent, crawler) => {
    expect(byUserAgent(userAgent).crawler).toBe(crawler);
  });
});

describe('a person whom an AI assistant sent', () => {
  function from(referer: string | null, url = HOSTED): Classification {
    return classifyVisit({ userAgent: CHROME, referer, url });
  }

  test.each([
    ['https://chatgpt.com/', 'OpenAI'],
    ['https://chatgpt.com', 'OpenAI'],
    ['https://CHATGPT.com./c/123?q=1#a', 'OpenAI'],
    ['https://chat.openai.com/', 'OpenAI'],
    ['http://www.perplexity.ai:443/search?q=a', 'Perplexity'],
    ['https://claude.ai/chat/1', 'Anthropic'],
    ['https://gemini.google.com/app', 'Google'],
    ['https://copilot.microsoft.com/', 'Microsoft'],
    ['https://duckduckgo.com/?q=tides&ia=chat', 'DuckDuckGo'],
    ['https://www.bing.com/chat?q=a', 'Microsoft'],
    ['https://chat.deepseek.com/', 'DeepSeek'],
    ['https://chat.mistral.ai/chat', 'Mistral'],
    ['https://grok.com/', 'xAI'],
    ['https://duck.ai/', 'DuckDuckGo'],
    ['android-app://com.openai.chatgpt/', 'OpenAI'],
  ])('comes from %s', (referer, vendor) => {
    expect(from(referer)).toEqual({ class: 'ai_referral', crawler: null, vendor, purpose: null });
  });

  test.each([
    ['/?utm_source=chatgpt.com', 'OpenAI'],
    ['/a?x=1&utm_source=ChatGPT.com&utm_medium=referral#top', 'OpenAI'],
    ['https://example.com/?utm_source=perplexity', 'Perplexity'],
    ['/?utm_source=www.perplexity.ai', 'Perplexity'],
    ['/?utm_source=copilot.com', 'Microsoft'],
    ['/?utm_source=%63hatgpt.com', 'OpenAI'],
  ])('follows %s', (url, vendor) => expect(from(null, url)).toMatchObject({ class: 'ai_referral', vendor }));

  test.each([
    null,
    '',
    'chatgpt.com',
    'https://chatgpt.com.evil.example/',
    'https://evilchatgpt.com/',
    'https://chatgpt.com@evil.example/',
    'https://evil.example/chatgpt.com',
    'https://evil.example/?from=https://chatgpt.com/',
    'https://evil.example/#chatgpt.com',
    'ftp://chatgpt.com/',
    'javascript:chatgpt.com',
    'https://com/',
    'https://google.com/search?q=chatgpt.com',
    'https://www.bing.com/search?q=chat',
    'https://www.bing.com/chats',
    'https://duckduckgo.com/?q=ia%3Dchat&ia=web',
    'https://openai.example/',
    'android-app://com.openai.chatgpt.evil/',
    'https://[::1]/',
    'https://',
    '\u0000',
  ])('does not come from %j', (referer) => expect(from(referer).class).toBe('human'));

  test.each([
    '/?utm_source=chatgpt.com.evil.example',
    '/?utm_source=notchatgpt.com',
    '/?utm_source=newsletter',
    '/?utm_source=',
    '/?utm_medium=chatgpt.com',
    '/?a=utm_source=chatgpt.com',
    '/#?utm=chatgpt.com',
    '/utm_source=chatgpt.com',
    '/?utm_source=%',
    '',
  ])('does not follow %j', (url) => expect(from(null, url).class).toBe('human'));

  test('is told from a crawler with the same referrer', () => {
    const referer = 'https://chatgpt.com/';
    expect(classifyVisit({ userAgent: 'curl/8.5.0', referer, url: '/' }).class).toBe('traditional_bot');
    expect(classifyVisit({ userAgent: 'GPTBot/1.0', referer, url: '/' }).class).toBe('ai_bot');
    expect(classifyVisit({ userAgent: '', referer, url: '/' }).class).toBe('traditional_bot');
  });

  test('is told by the referrer before the URL', () => {
    expect(from('https://claude.ai/', '/?utm_source=chatgpt.com').vendor).toBe('Anthropic');
    expect(from('https://example.org/', '/?utm_source=chatgpt.com').vendor).toBe('OpenAI');
  });
});

describe('hostile input', () => {
  test.each([
    'a',
    ' ',
    '-',
    '(',
    ';',
    '/',
    '.',
    '-1',
    'Bot/',
    'A',
    'aA',
    'GPTBot',
    ' GPTBot',
    '@',
    '://',
    '(Android;',
    'utm_source=',
  ])('100 kB of %j is classified', (piece) => {
    const long = piece.repeat(100_000 / piece.length);
    for (const userAgent of [long, `Mozilla/5.0 (Linux; Android 9; ${long})`, `${CHROME} ${long}`]) {
      expect(typeof byUserAgent(userAgent).class).toBe('string');
    }
    const visit = { userAgent: CHROME, referer: `https://example.org/${long}`, url: `/?${long}` };
    expect(classifyVisit(visit).class).toBe('human');
    expect(classifyVisit({ ...visit, referer: long }).class).toBe('human');
  });

  test('what stands beyond the first 1,024 characters is not read', () => {
    const padding = CHROME.padEnd(1024 - ' GPTBot'.length, ' x');
    expect(byUserAgent(`${padding} GPTBot`).crawler).toBe('GPTBot');
    expect(byUserAgent(`${padding}x GPTBot`).crawler).toBe(null);
  });

  test('anything at all is classified, twice alike, and never throws', () => {
    const words = fc.constantFrom(
      'GPTBot',
      'Claude',
      '-',
      '/',
      ' ',
      '(',
      ')',
      ';',
      'like',
      'Android',
      'https://',
      '@',
      '\n',
      '\ud800',
      '%',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words).map((parts) => parts.join('')),
    );
    const request = fc.record({ userAgent: fc.option(text), referer: fc.option(text), url: text });
    fc.assert(
      fc.property(request, (visit) => {
        const found = classifyVisit(visit);
        expect(['ai_bot', 'ai_referral', 'traditional_bot', 'human']).toContain(found.class);
        expect(classifyVisit(visit)).toEqual(found);
        if (found.class === 'human')
          expect(found).toEqual({ class: 'human', crawler: null, vendor: null, purpose: null });
      }),
      runs(100),
    );
  });
});
