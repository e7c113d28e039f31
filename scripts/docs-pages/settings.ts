import type { Setting } from '../../src/config.ts';

/** Returns `docs/settings.md`: every setting. */
export function settingsPage(settings: readonly Setting[]): string {
  return `${[
    '# Settings',
    'Settings are environment variables. An empty one counts as unset. If a value is not accepted, the service prints one line and exits\nwith status 2.',
    table(settings),
    NAMES,
    BUCKETS,
    '<!-- Made by `npm run docs` from src/config.ts and scripts/docs-pages/settings.ts. -->',
  ].join('\n\n')}\n`;
}

function table(settings: readonly Setting[]): string {
  const rows = settings.map(({ name, purpose, byDefault, accepted }) => {
    const value = byDefault === null ? '' : `\`${byDefault}\``;
    return `| \`${name}\` | ${purpose} | ${value} | ${accepted} |`;
  });
  return ['| Variable | Purpose | Default | Accepted values |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const NAMES = `## Names of audited sites

The service queries the DNS itself and ignores the hosts file, so that a name server that never responds delays no other audit. With
\`ALLOW_PRIVATE_TARGETS\` or \`CONNECT_TO\`, and on the command line, it uses the system's resolver, which reads both.`;

const BUCKETS = `## Snapshots in S3

\`SNAPSHOT_STORE=s3://bucket/prefix\` stores each snapshot as one object, compressed with zstd, under the name that it would have as a
file: \`prefix/ab/ab….html.zst\`. \`aws s3 sync DATA_DIR/snapshots s3://bucket/prefix --exclude "unfinished/*"\` copies snapshots that
were stored as files before. Without that, requests for them get \`404 Snapshot not found\`.

| Service | Settings beside \`SNAPSHOT_STORE\` |
| --- | --- |
| AWS | \`S3_REGION\`, or \`AWS_REGION\` where AWS sets it |
| Cloudflare R2 | \`S3_ENDPOINT=https://ACCOUNT.r2.cloudflarestorage.com\`, \`S3_REGION=auto\` |
| MinIO | \`S3_ENDPOINT=http://minio:9000\`, \`S3_FORCE_PATH_STYLE=1\` |
| Garage | \`S3_ENDPOINT=http://garage:3900\`, \`S3_FORCE_PATH_STYLE=1\`, \`S3_REGION=garage\` (its \`s3_region\`) |

Credentials are looked up like by other AWS tools: \`AWS_ACCESS_KEY_ID\` and \`AWS_SECRET_ACCESS_KEY\` (and
\`AWS_SESSION_TOKEN\`), a profile in the home folder, or the role of the container or machine. They need \`s3:GetObject\`,
\`s3:PutObject\` and \`s3:DeleteObject\` on \`bucket/prefix/*\`, and \`s3:ListBucket\` on the bucket: without it, S3 reports a
missing object or bucket as forbidden. The service does not create the bucket. It must not be public: it contains other people's pages.

Each operation is tried three times and takes at most 15 seconds. If the bucket cannot be used, \`citable serve\` starts nevertheless:
the log has one line (\`snapshot store not usable\`), \`/readyz\` returns 200 with \`lacks\`, audits end without a snapshot
(\`snapshot not stored\`), and requests for snapshots get 503. None of these shows the credentials. Deletions that were due meanwhile
happen within an hour after the bucket is back. A lifecycle rule may delete objects earlier: requests for them then get 404.`;
