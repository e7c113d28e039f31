/**
 * Targets of server-side request forgery in all known spellings. `inside` is on this machine, where canaries listen; connections
 * to the other ranges are detected where the process opens its sockets.
 */

/** Values of `domain` that are refused with 400. */
export const HOSTILE_DOMAINS: readonly string[] = [
  // IPv4 as WHATWG URL, inet_aton and browsers parse it.
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    '1',
    '2130706433',
    '4294967295',
    '4294967296',
  ],
  ...['0x7f000001', '0X7F000001', '0x7f.1', '0x7f.0.0.0x1', '0x7f.0x0.0x0.0x1', '017700000001', '0177.0.0.1', '0177.1'],
  ...['00000177.0.0.1', '0x0000007f.1', '127.0.0.0x1', '127.0.0.01', '127.0.0.1.', '127.0.0.1..', '.127.0.0.1'],
  ...[
    '0x7f.0.0.1.',
    '2130706433.',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '169.254.43518',
  ],
  ...['10.0.0.1', '012.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...[
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '192.88.99.1',
    '240.0.0.1',
    '8.8.8.8',
    '1.2.3.4.5',
    '256.256.256.256',
  ],
  ...[
    '127.0.0.1:80',
    '127.0.0.1:22',
    'localhost:8080',
    'example.com:8080',
    'example.com:80',
    'example.com:',
    '127.0.0.1:',
  ],
  // IPv6, with an embedded IPv4 address in each layout.
  ...['::1', '[::1]', '[::]', '::', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::127.0.0.1]'],
  ...['[64:ff9b:1:7f00:0:100::]', '[2002:7f00:1::]', '[2002:7f00:0001::1]', '[2001:0:7f00:1::80ff:fffe]'],
  ...[
    '[fe80::1]',
    '[fe80::1%25lo]',
    '[fe80::1%lo]',
    '[fe80::5efe:127.0.0.1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
  ],
  ...['168.63.129.16', '0xa83f8110', '192.175.48.1', '[2001:1::1]', '[2001:20::1]', '[5f00::1]'],
  ...['[2001:db8::1]', '[3fff::1]', '[100::1]', '[2001:10::1]', '[::1]:80', '[::1', '::1]', '[127.0.0.1]', '[v1.a]'],
  // Other digits, dots and letters (UTS #46), and invisible characters.
  ...['１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '𝟏𝟐𝟕.0.0.1', '𝟭𝟮𝟳.𝟬.𝟬.𝟭', '0ｘ7f.1'],
  ...[
    '127.0.0.\u00ad1',
    '127\u200b.0.0.1',
    '\u2060127.0.0.1',
    'local\u00adhost',
    'ｌｏｃａｌｈｏｓｔ',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'LOCALHOST',
  ],
  ...['localhoſt', 'localhost。', 'loca\u034flhost', 'a.loc\u00adal', 'printer。local', 'a．internal', 'ﾟ.localhost'],
  ...[
    '127.0.0.1\u0000.example.com',
    'example.com\u0000',
    'example.com\r\nHost: 127.0.0.1',
    '127.0.0.1\t',
    '127.0.0.1 example.com',
  ],
  // Percent escapes: decoded by URL parsers, never by us.
  ...[
    '127%2e0%2e0%2e1',
    '%31%32%37.0.0.1',
    '127.0.0.1%00',
    '127.0.0.1%23.example.com',
    '%6cocalhost',
    'example.com%2f@127.0.0.1',
  ],
  // Names that are not on the public internet.
  ...['localhost', 'localhost.', 'a.localhost', 'localhost.localdomain', 'router.lan', 'nas.home', 'nas.home.arpa'],
  ...[
    'metadata.google.internal',
    'metadata',
    'kubernetes.default.svc.cluster.local',
    'db.corp',
    'db.private',
    'a.test',
  ],
  ...[
    '1.0.0.127.in-addr.arpa',
    'hidden.onion',
    'a.invalid',
    'a.example',
    'intranet',
    'a.intranet',
    'a.alt',
    'a.workgroup',
  ],
  // More than a host.
  ...[
    'http://127.0.0.1',
    'http://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'http:127.0.0.1',
    'http:/127.0.0.1',
  ],
  ...[
    'http:///127.0.0.1',
    'http://example.com@127.0.0.1',
    'http://127.0.0.1@example.com',
    'user:word@example.com',
    '@example.com',
  ],
  ...[
    'http://example.com:80@127.0.0.1/',
    'http://127.0.0.1#@example.com',
    'http://127.0.0.1\\@example.com',
    'example.com\\127.0.0.1',
  ],
  ...['//127.0.0.1', '\\\\127.0.0.1', 'example.com/../127.0.0.1', 'example.com?127.0.0.1', 'example.com#127.0.0.1'],
  ...['file:///etc/passwd', 'file://localhost/etc/passwd', 'gopher://127.0.0.1:6379/_INFO', 'dict://127.0.0.1:11211/'],
  ...[
    'ftp://127.0.0.1',
    'ldap://127.0.0.1',
    'data:text/html,x',
    'javascript:alert(1)',
    'unix:/var/run/docker.sock',
    'jar:http://127.0.0.1!/',
  ],
  ...['-example.com', 'example-.com', 'exam_ple.com', 'example..com', '*.example.com', 'a'.repeat(64).concat('.com')],
];

/** Addresses that a name resolves to. None is connected to, and the response is 502 with the reason. */
export const HOSTILE_RESPONSES: readonly (readonly string[])[] = [
  // First and last address of every range without public servers.
  ...[
    ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.0'],
    ...['127.0.0.1', '127.255.255.255', '169.254.0.0', '169.254.169.254', '169.254.255.255', '172.16.0.0'],
    ...['172.31.255.255', '192.0.0.0', '192.0.0.255', '192.0.2.0', '192.0.2.255', '192.88.99.0', '192.88.99.255'],
    ...['192.168.0.0', '192.168.255.255', '198.18.0.0', '198.19.255.255', '198.51.100.0', '198.51.100.255'],
    ...['203.0.113.0', '203.0.113.255', '224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'],
    ...['::', '::1', '::2', '100::', '100::ffff', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '4000::', 'fc00::'],
    ...['fd00:ec2::254', 'fdff:ffff::1', 'fe80::', 'fe80::1', 'febf::1', 'fec0::1', 'ff00::', 'ff02::1', 'ffff::'],
    ...[
      '2001::',
      '2001:0:7f00:1::1',
      '2001:0:ffff::ffff',
      '2001:db8::',
      '2001:db8:ffff::ffff',
      '2002::',
      '2002:7f00:1::',
    ],
    // Public addresses of cloud platforms, and anycast services of the IETF.
    ...['168.63.129.16', '199.36.153.4', '199.36.153.11', '192.31.196.0', '192.31.196.255', '192.52.193.0'],
    ...['192.52.193.255', '192.175.48.0', '192.175.48.255', '2001:1::1', '2001:1::2', '2001:1::3', '2001:2::1'],
    ...['2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff:ffff::ffff'],
    ...['2600:2d00:2:1000::', '2600:2d00:2:20ff::1', '2620:4f:8000::', '2620:4f:8000:ffff::1', '5f00::1'],
    ...['::ffff:168.63.129.16', '64:ff9b::168.63.129.16', '64:ff9b:1:a83f:81:1000::'],
    // The machine itself, and addresses that its operator excluded, in all forms.
    ...['8.8.4.4', '::ffff:8.8.4.4', '64:ff9b::8.8.4.4', '2a00:1450:4001::1', '9.9.9.0', '9.9.9.255'],
    ...['::ffff:9.9.9.9', '64:ff9b::9.9.9.9', '64:ff9b:1:909:9:900::', '2620:fe::', '2620:fe:ffff::1'],
    ...['2002:a9fe:a9fe::', '2002:ffff:ffff::1', '3fff::', '3fff:fff:ffff::1'],
    // IPv4 inside IPv6: mapped, compatible, translated, NAT64 by either prefix, ISATAP.
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:0.0.0.0'],
    ...['::127.0.0.1', '::7f00:1', '::169.254.169.254', '::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8', '64:ff9b::127.0.0.1'],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b::169.254.169.254',
      '64:ff9b::10.0.0.1',
      '64:ff9b:1::127.0.0.1',
      '64:ff9b:1:7f00:0:100::',
    ],
    ...['64:ff9b:1:a9fe:a9:fe00::', '64:ff9b:0:1::8.8.8.8', '64:ff9b:2::8.8.8.8', 'fe80::5efe:127.0.0.1', 'fe80::1%lo'],
    ...['fe80::1%1', '::1%lo', '2a00:1450:4001::200e%lo'],
    // Invalid results, which only a broken resolver returns.
    ...[
      '',
      ' 127.0.0.1',
      '127.0.0.1 ',
      '127.1',
      '0x7f.1',
      '0177.0.0.1',
      '2130706433',
      'localhost',
      '[::1]',
      '127.0.0.1:80',
    ],
    ...['8.8.8.8:80', '8.8.8.8/8', '/var/run/docker.sock', '\u0000', '１２７.0.0.1'],
  ].map((address) => [address]),
  // Public and private addresses in any order: one private address is enough.
  ['8.8.8.8', '127.0.0.1'],
  ['127.0.0.1', '8.8.8.8'],
  ['8.8.8.8', '8.8.4.4', '1.1.1.1', '9.9.9.9', '208.67.222.222', '8.8.8.8', '127.0.0.1'],
  ['8.8.8.8', '::1'],
  ['::1', '8.8.8.8'],
  ['2a00:1450:4001::200e', '127.0.0.1'],
  ['2a00:1450:4001::200e', '::ffff:127.0.0.1'],
  ['8.8.8.8', '169.254.169.254'],
  ['8.8.8.8', 'fe80::1%lo'],
  ['8.8.8.8', 'localhost'],
  ['8.8.8.8', ''],
  ['8.8.8.8', '8.8.4.4'],
  ['8.8.8.8', '9.9.9.9'],
  ['168.63.129.16', '8.8.8.8'],
];

/** Neighbours of the ranges, which are public: connections to them are attempted. */
export const PUBLIC_NEIGHBOURS: readonly string[] = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0'],
  ...['192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '2000::', '2001:200::'],
  ...['168.63.129.15', '168.63.129.17', '199.36.153.3', '199.36.153.12', '192.31.195.255', '192.31.197.0'],
  ...['192.52.192.255', '192.52.194.0', '192.175.47.255', '192.175.49.0', '2600:2d00:2:fff::1', '2600:2d00:2:1100::'],
  ...['2600:2d00:2:1fff::1', '2600:2d00:2:2100::', '2620:4f:7fff::1', '2620:4f:8001::', '8.8.4.3', '8.8.4.5'],
  ...['9.9.8.255', '9.9.10.0', '2620:fd:ffff::1', '2620:ff::', '2a00:1450:4001::2'],
  ...['2001:db7:ffff::1', '2001:db9::', '2003::', '3ffe:ffff::1', '3fff:1000::', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8'],
];

/** Settings of the attacked service: its own addresses, and those that its operator excluded. */
export const EGRESS = {
  ownAddresses: ['8.8.4.4', '2a00:1450:4001::1'],
  denyTargets: ['9.9.9.0/24', '2620:fe::/32'],
};

/** Results of successive look-ups of a rebinding name, the last one repeated. Addresses of canaries come second or later. */
export const REBINDINGS: readonly (readonly (readonly string[])[])[] = [
  [['8.8.8.8'], ['127.0.0.1']],
  [['8.8.8.8'], ['8.8.8.8'], ['127.0.0.1']],
  [['8.8.8.8'], ['::1']],
  [['8.8.8.8'], ['::ffff:127.0.0.1']],
  [['8.8.8.8'], ['0.0.0.0']],
  [['8.8.8.8'], ['8.8.8.8', '127.0.0.1']],
  [['2a00:1450:4001::200e'], ['127.0.0.1']],
  [['8.8.8.8'], ['169.254.169.254'], ['127.0.0.1']],
  [['8.8.8.8'], ['8.8.4.4']],
  [['8.8.8.8'], ['9.9.9.9']],
];

/** Location fields of a redirect. A name under `inside.example.com` resolves to this machine. */
export const HOSTILE_LOCATIONS: readonly string[] = [
  ...[
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'http://127.0.0.1:80/',
    'http://127.0.0.1:443/',
    '//127.0.0.1/',
    '//127.0.0.1',
  ],
  ...[
    '///127.0.0.1/',
    '////127.0.0.1/',
    '\\\\127.0.0.1\\',
    '/\\127.0.0.1/',
    '\\/127.0.0.1/',
    'http:/127.0.0.1/',
    'http:127.0.0.1',
  ],
  ...[
    'http:\\\\127.0.0.1\\',
    'HTTP://127.0.0.1/',
    'hTTp://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
  ],
  ...[
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://127.0.0.1./',
    'http://127.0.0.1.?x',
  ],
  ...[
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
  ],
  ...[
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
  ],
  ...[
    'http://[fe80::1]/',
    'http://[fe80::1%25lo]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://169.254.169.254/latest/meta-data/',
  ],
  ...['http://168.63.129.16/machine?comp=goalstate', 'http://[2001:1::1]/', 'http://8.8.4.4/', 'http://9.9.9.9/'],
  ...['http://localhost/', 'http://localhost./', 'http://a.inside.example.com/', 'https://a.inside.example.com/'],
  ...['http://a.inside.example.com./', '//a.inside.example.com/', 'http://A.INSIDE.EXAMPLE.COM/', 'http://metadata/'],
  ...[
    'http://127。0。0。1/',
    'http://１２７.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://local\u00adhost/',
  ],
  ...[
    'http://127.0.0.\u00ad1/',
    'http://%31%32%37.0.0.1/',
    'http://127%2e0%2e0%2e1/',
    'http://%6cocalhost/',
    'http://127.0.0.1%2f/',
  ],
  ...[
    'http://127.0.0.1\t/',
    '\thttp://127.0.0.1/',
    'h\tttp://127.0.0.1/',
    'http://127.0.0.1:22/',
    'http://127.0.0.1:6379/',
  ],
  ...[
    'http://a.inside.example.com:8080/',
    'http://127.0.0.1:0/',
    'http://127.0.0.1:65536/',
    'http://user:word@127.0.0.1/',
  ],
  ...[
    'http://example.com@127.0.0.1/',
    'http://127.0.0.1@a.inside.example.com/',
    'http://:@127.0.0.1/',
    'http://example.com:80@127.0.0.1/',
  ],
  ...['http://127.0.0.1#@example.com/', 'http://127.0.0.1\\@example.com/', 'http://127.0.0.1?@example.com/'],
  ...[
    'file:///etc/passwd',
    'file://127.0.0.1/etc/passwd',
    'gopher://127.0.0.1:80/_GET',
    'dict://127.0.0.1:11211/',
    'ftp://127.0.0.1/',
  ],
  ...[
    'ldap://127.0.0.1/',
    'ws://127.0.0.1/',
    'data:text/html,inside',
    'javascript:fetch(1)',
    'view-source:http://127.0.0.1/',
  ],
  ...[
    'blob:http://127.0.0.1/x',
    'jar:http://127.0.0.1!/',
    'about:blank',
    'unix:/var/run/docker.sock',
    'mailto:a@127.0.0.1',
  ],
  ...[
    'http://',
    'https://',
    'http://[',
    'http://[::1',
    'http://[127.0.0.1]/',
    'http://127.0.0.1:port/',
    'http://a b/',
    '',
    '?',
    '#x',
    '.',
  ],
  ...['https:127.0.0.1', '127.0.0.1', '127.0.0.1/', '/127.0.0.1', '../../127.0.0.1', ';//127.0.0.1/'],
];

/** Links in a site's own files. One of each kind is enough where the same parser reads the URL. */
export const HOSTILE_LINKS: readonly string[] = [
  ...['http://127.0.0.1/', 'https://127.0.0.1/', 'http://[::1]/', 'http://2130706433/', 'http://[::ffff:127.0.0.1]/'],
  ...[
    'http://a.inside.example.com/',
    'https://a.inside.example.com/',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data/',
  ],
  ...[
    'http://127.0.0.1:6379/',
    'http://user:word@127.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:80/_GET',
    '//127.0.0.1/',
  ],
  ...['http://127。0。0。1/', 'http://0x7f.1/'],
];
