import type { Setting } from '../config.ts';

/** Every setting as a page of Markdown: `docs/settings.md`. */
export function settingsPage(settings: readonly Setting[]): string {
  return `${[
    '# Settings',
    'Environment variables. An empty one counts as unset; a value that is not accepted ends the start with one line and the\nexit status 2.',
    table(settings),
    NAMES,
    BUCKETS,
    '<!-- Made by `npm run docs` from src/config.ts and src/documents/settings-page.ts. -->',
  ].join('\n\n')}\n`;
}

function table(settings: readonly Setting[]): string {
  const rows = settings.map(({ name, purpose, byDefault, accepted }) => {
    const value = byDefault === null ? '' : `\`${byDefault}\``;
    return `| \`${name}\` | ${purpose} | ${value} | ${accepted} |`;
  });
  return ['| Variable | What for | Default | What it accepts |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const NAMES = `## Names of audited sites

They are looked up in the DNS itself, not in the hosts file: a name server that never answers then holds up no other audit.
With \`ALLOW_PRIVATE_TARGETS\` or \`CONNECT_TO\` set, and on the command line, the system's resolver is asked, which knows both.`;

const BUCKETS = `## Snapshots in S3

\`SNAPSHOT_STORE=s3://bucket/prefix\` stores each snapshot as one object, compressed with zstd, under the name that it would have as a
file: \`prefix/ab/ab….html.zst\`. \`aws s3 sync DATA_DIR/snapshots s3://bucket/prefix --exclude "unfinished/*"\` takes along what was
kept as files before; otherwise those audits answer \`404 Snapshot not found\`.

| Service | Settings beside \`SNAPSHOT_STORE\` |
| --- | --- |
| AWS | \`S3_REGION\`, or \`AWS_REGION\` where AWS sets it |
| Cloudflare R2 | \`S3_ENDPOINT=https://ACCOUNT.r2.cloudflarestorage.com\`, \`S3_REGION=auto\` |
| MinIO | \`S3_ENDPOINT=http://minio:9000\`, \`S3_FORCE_PATH_STYLE=1\` |
| Garage | \`S3_ENDPOINT=http://garage:3900\`, \`S3_FORCE_PATH_STYLE=1\`, \`S3_REGION=garage\` (its \`s3_region\`) |

Credentials are found as every tool of AWS finds them: \`AWS_ACCESS_KEY_ID\` and \`AWS_SECRET_ACCESS_KEY\` (and
\`AWS_SESSION_TOKEN\`), a profile in the home folder, or the role of the container or machine. They need \`s3:GetObject\`,
\`s3:PutObject\` and \`s3:DeleteObject\` on \`bucket/prefix/*\`, and \`s3:ListBucket\` on the bucket: without that S3 answers a
missing object and a missing bucket as forbidden. The bucket is not made, and must not be public: in it are other people's pages.

A use of the bucket is tried three times and ends after 15 seconds at most. When the bucket is not there, \`citable serve\` starts all
the same: one line of the log says what is wrong (\`snapshot store not usable\`), \`/readyz\` answers 200 with \`lacks\`, audits end
without a snapshot (\`snapshot not stored\`), and snapshots answer 503. Nothing of the credentials is in any of these. What
should have been deleted while it was away is deleted within the hour after it is back. A rule of the bucket that deletes
objects earlier does no harm: those answer 404.`;
