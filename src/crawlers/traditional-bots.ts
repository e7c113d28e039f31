/** Programs that are no AI's and that a report should name. Which others are programs is the library's to say. */

interface KnownBot {
  readonly token: string;
  readonly vendor: string;
}

/** Audits that ask with a crawler's user agent and add their own name: none of their requests is that crawler's. */
export const AUDIT_TOOLS: readonly KnownBot[] = [
  { token: 'Citable', vendor: 'Citable' },
  { token: 'Chrome-Lighthouse', vendor: 'Google' },
];

/** Bots that every list agrees on. */
export const TRADITIONAL_BOTS: readonly KnownBot[] = [
  { token: 'Googlebot-Image', vendor: 'Google' },
  { token: 'Googlebot-Video', vendor: 'Google' },
  { token: 'Googlebot-News', vendor: 'Google' },
  { token: 'Googlebot-Mobile', vendor: 'Google' },
  { token: 'Storebot-Google', vendor: 'Google' },
  { token: 'AdsBot-Google', vendor: 'Google' },
  { token: 'AdsBot-Google-Mobile', vendor: 'Google' },
  { token: 'Mediapartners-Google', vendor: 'Google' },
  { token: 'APIs-Google', vendor: 'Google' },
  { token: 'FeedFetcher-Google', vendor: 'Google' },
  { token: 'Google-InspectionTool', vendor: 'Google' },
  { token: 'Google-Read-Aloud', vendor: 'Google' },
  { token: 'adidxbot', vendor: 'Microsoft' },
  { token: 'BingPreview', vendor: 'Microsoft' },
  { token: 'msnbot', vendor: 'Microsoft' },
  { token: 'DuckDuckBot', vendor: 'DuckDuckGo' },
  { token: 'YandexBot', vendor: 'Yandex' },
  { token: 'YandexImages', vendor: 'Yandex' },
  { token: 'Baiduspider', vendor: 'Baidu' },
  { token: 'Sogou', vendor: 'Sogou' },
  { token: 'SeznamBot', vendor: 'Seznam' },
  { token: 'Slurp', vendor: 'Yahoo' },
  { token: 'Yeti', vendor: 'Naver' },
  { token: 'Qwantify', vendor: 'Qwant' },
  { token: 'MojeekBot', vendor: 'Mojeek' },
  { token: 'facebookexternalhit', vendor: 'Meta' },
  { token: 'facebookcatalog', vendor: 'Meta' },
  { token: 'meta-externalads', vendor: 'Meta' },
  { token: 'Twitterbot', vendor: 'X' },
  { token: 'LinkedInBot', vendor: 'LinkedIn' },
  { token: 'Pinterestbot', vendor: 'Pinterest' },
  { token: 'Slackbot', vendor: 'Slack' },
  { token: 'Slackbot-LinkExpanding', vendor: 'Slack' },
  { token: 'Discordbot', vendor: 'Discord' },
  { token: 'TelegramBot', vendor: 'Telegram' },
  { token: 'WhatsApp', vendor: 'Meta' },
  { token: 'AhrefsBot', vendor: 'Ahrefs' },
  { token: 'AhrefsSiteAudit', vendor: 'Ahrefs' },
  { token: 'SemrushBot', vendor: 'Semrush' },
  { token: 'MJ12bot', vendor: 'Majestic' },
  { token: 'DotBot', vendor: 'Moz' },
  { token: 'rogerbot', vendor: 'Moz' },
  { token: 'DataForSeoBot', vendor: 'DataForSEO' },
  { token: 'archive.org_bot', vendor: 'Internet Archive' },
  { token: 'ia_archiver', vendor: 'Internet Archive' },
  { token: 'UptimeRobot', vendor: 'UptimeRobot' },
  { token: 'HeadlessChrome', vendor: 'Headless Chrome' },
  { token: 'Scrapy', vendor: 'Scrapy' },
  { token: 'curl', vendor: 'curl' },
  { token: 'Wget', vendor: 'Wget' },
  { token: 'python-requests', vendor: 'Requests' },
  { token: 'Python-urllib', vendor: 'Python' },
  { token: 'aiohttp', vendor: 'aiohttp' },
  { token: 'Go-http-client', vendor: 'Go' },
  { token: 'axios', vendor: 'axios' },
  { token: 'undici', vendor: 'undici' },
  { token: 'okhttp', vendor: 'OkHttp' },
  { token: 'PostmanRuntime', vendor: 'Postman' },
];
