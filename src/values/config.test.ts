import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

function requireConfig(env: Record<string, string>) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.problem);
  return read.config;
}

test('without settings the defaults hold', () => {
  expect(requireConfig({ PATH: '/bin', UNKNOWN: 'ignored' })).toEqual({
    HOST: '127.0.0.1',
    PORT: 8080,
    DATA_DIR: './data',
    SNAPSHOT_STORE: 'file',
    S3_FORCE_PATH_STYLE: false,
    LIVE_AUDITS: 'key',
    REPORTS: 'public',
    TRUST_PROXY: 'off',
    LOG_LEVEL: 'info',
    METRICS: 'key',
    RATE_LIMIT: 300,
    AUDIT_RATE_LIMIT: 30,
    RUN_AUDITS: 'on',
    MAX_RUNNING_AUDITS: 'auto',
    MAX_AUDITS_PER_HOST: 4,
    MAX_PAGES: 500,
    RENDER: 'off',
    MAX_QUEUED_AUDITS: 100,
    SCHEDULES: 'on',
    AUDIT_RETENTION_DAYS: 90,
    SNAPSHOT_RETENTION_DAYS: 30,
    VISIT_RETENTION_DAYS: 90,
    STORAGE_PER_KEY: '2GB',
    STORAGE_EVICT: 'off',
    MIN_FREE_DISK: '1GB',
    REQUIRE_OWNERSHIP: 'off',
    INDEX_COUNTS: 'claimed',
    ALLOW_PRIVATE_TARGETS: false,
  });
});

test('an empty setting counts as unset', () => {
  expect(requireConfig({ PORT: '', DATABASE_URL: ' ' }).PORT).toBe(8080);
});

describe('accepted', () => {
  test.each([
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['HOST', '::1', '::1'],
    ['HOST', '0.0.0.0', '0.0.0.0'],
    ['BASE_URL', 'https://citable.example/', 'https://citable.example'],
    ['BASE_URL', 'http://localhost:8080/under', 'http://localhost:8080/under'],
    ['CONTACT', 'keys@shop.example', 'keys@shop.example'],
    ['CONTACT', 'mailto:keys@shop.example', 'keys@shop.example'],
    ['CONTACT', 'https://medium.example/@shop', 'https://medium.example/@shop'],
    ['CITABLE_COMMAND', 'docker exec citable citable', 'docker exec citable citable'],
    ['DATA_DIR', '2026', '2026'],
    [
      'DATABASE_URL',
      'postgres://u:p%40ss@db:5433/citable?sslmode=no-verify',
      'postgres://u:p%40ss@db:5433/citable?sslmode=no-verify',
    ],
    ['DATABASE_URL', 'postgresql://db', 'postgresql://db'],
    ['SNAPSHOT_STORE', 'none', 'none'],
    ['SNAPSHOT_STORE', 's3://bucket/prefix', 's3://bucket/prefix'],
    ['S3_ENDPOINT', 'http://minio:9000', 'http://minio:9000'],
    ['S3_REGION', 'auto', 'auto'],
    ['S3_FORCE_PATH_STYLE', '1', true],
    ['LIVE_AUDITS', 'public', 'public'],
    ['REPORTS', 'private', 'private'],
    ['TRUST_PROXY', 'off', 'off'],
    ['TRUST_PROXY', '1', 1],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
    ['LOG_LEVEL', 'silent', 'silent'],
    ['RATE_LIMIT', 'off', 'off'],
    ['RATE_LIMIT', '1', 1],
    ['AUDIT_RATE_LIMIT', '600', 600],
    ['MAX_RUNNING_AUDITS', '1', 1],
    ['MAX_QUEUED_AUDITS', '0', 0],
    ['RENDER', 'on', 'on'],
    ['AUDIT_RETENTION_DAYS', '1', 1],
    ['ALLOW_PRIVATE_TARGETS', '1', true],
    ['ALLOW_PRIVATE_TARGETS', '0', false],
    ['CONNECT_TO', 'example.com:443:127.0.0.1:8443', 'example.com:443:127.0.0.1:8443'],
    ['DENY_TARGETS', '10.0.0.0/8, 2a00::/16', '10.0.0.0/8, 2a00::/16'],
    ['EGRESS_PROXY', 'http://me:word@proxy:3128', 'http://me:word@proxy:3128'],
  ] as const)('%s=%s', (name, text, value) => {
    expect(requireConfig({ [name]: text })[name]).toBe(value);
  });
});

describe('refused, in one line that says what is accepted', () => {
  test.each([
    ['PORT', '65536', '0 to 65535'],
    ['PORT', '-1', '0 to 65535'],
    ['PORT', '80a', '0 to 65535'],
    ['PORT', '8.5', '0 to 65535'],
    ['HOST', 'a b', 'address or host name'],
    ['BASE_URL', 'citable.example', 'http or https URL'],
    ['BASE_URL', 'https://citable.example/?a=b', 'http or https URL'],
    ['BASE_URL', 'https://me:secret@citable.example', 'http or https URL'],
    ['CONTACT', 'mailto:', 'e-mail address'],
    ['CONTACT', 'tel:1@shop.example', 'e-mail address'],
    ['CONTACT', 'https://me:hunter2@shop.example', 'without a user'],
    ['CONTACT', 'https://@', 'without a user'],
    ['IMPRINT_URL', 'https://me:hunter2@shop.example/imprint', 'without a user'],
    ['PRIVACY_URL', 'https://hunter2@shop.example/privacy', 'without a user'],
    ['BRAND_URL', 'https://me:hunter2@shop.example', 'without a user'],
    ['BRAND_LOGO', 'https://me:hunter2@shop.example/logo.svg', 'without a user'],
    ['CITABLE_COMMAND', 'citable\nrm', 'printable ASCII'],
    ['CITABLE_COMMAND', 'citable `id`', 'without backticks'],
    ['SNAPSHOT_STORE', 's3://Bucket', 's3://bucket/prefix'],
    ['SNAPSHOT_STORE', 's3://key:hunter2@bucket', 's3://bucket/prefix'],
    ['SNAPSHOT_STORE', 'disk', 'file, none'],
    ['S3_ENDPOINT', 'minio:9000', 'http or https URL'],
    ['S3_ENDPOINT', 'http://key:hunter2@minio:9000', 'without a user'],
    ['S3_REGION', 'Europe (Frankfurt)', 'such as eu-central-1'],
    ['S3_FORCE_PATH_STYLE', 'yes', '1 or 0'],
    ['LIVE_AUDITS', 'yes', 'key or public'],
    ['REPORTS', 'key', 'public or private'],
    ['TRUST_PROXY', 'true', 'off, the number of proxies'],
    ['TRUST_PROXY', '17', 'off, the number of proxies'],
    ['TRUST_PROXY', '10.0.0.0/33', 'off, the number of proxies'],
    ['LOG_LEVEL', 'verbose', 'trace, debug'],
    ['RATE_LIMIT', '0', 'or off'],
    ['RATE_LIMIT', 'no', 'or off'],
    ['AUDIT_RATE_LIMIT', '-5', 'or off'],
    ['MAX_RUNNING_AUDITS', '0', '1 to 256'],
    ['MAX_QUEUED_AUDITS', '100001', '0 to 100000'],
    ['AUDIT_RETENTION_DAYS', '0', 'number of days'],
    ['RENDER', '1', 'on or off'],
    ['SCHEDULES', '1', 'on or off'],
    ['REQUIRE_OWNERSHIP', 'on', 'off or dns'],
    ['INDEX_COUNTS', 'all', 'claimed or verified'],
    ['SNAPSHOT_RETENTION_DAYS', 'never', 'number of days'],
    ['ALLOW_PRIVATE_TARGETS', 'true', '1 or 0'],
    ['DATABASE_URL', 'mysql://user:hunter2@db/citable', 'PostgreSQL'],
    ['DATABASE_URL', 'postgres://user:hunter2', 'PostgreSQL'],
    ['DATABASE_URL', 'postgres:///hunter2', 'PostgreSQL'],
    ['DATABASE_URL', 'postgres://user:%hunter2@db/citable', 'PostgreSQL'],
  ])('%s=%s', (name, text, accepted) => {
    const read = readConfig({ [name]: text });
    const problem = read.ok ? '' : read.problem;
    expect(problem).toContain(name);
    expect(problem).toContain(accepted);
    expect(problem).not.toContain('\n');
    expect(problem).not.toContain('hunter2');
  });
});

test('a value is shown without what could confuse a terminal', () => {
  const read = readConfig({ PORT: '\u001b[31mred\nline' });
  expect(read.ok ? '' : read.problem).toContain('"red line"');
});
