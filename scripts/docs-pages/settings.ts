import type { Setting } from '../../src/values/config.ts';

/** Returns `docs/settings.md`: every setting. */
export function settingsPage(settings: readonly Setting[]): string {
  return `${[
    '# Settings',
    'Settings are environment variables. An empty variable counts as unset. If a value is not accepted, the service prints one line and exits\nwith status 2.',
    table(settings),
    NAMES,
    BUCKETS,
    '<!-- Made by `npm run docs` from src/values/config.ts and scripts/docs-pages/settings.ts. -->',
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

The service sends DNS queries itself and ignores the hosts file, so that a name server that never responds does not delay other audits. With
\`ALLOW_PRIVATE_TARGETS\` or \`CONNECT_TO\`, and on the command line, Citable uses the system's resolver, which also reads the hosts file.`;

const BUCKETS = `## Snapshots in S3

\`SNAPSHOT_STORE=s3://bucket/prefix\` stores each snapshot as one object, compressed with zstd, under the same name as a file:
\`prefix/ab/ab….html.zst\`. If snapshots were stored as files before, copy them into the bucket:

    aws s3 sync DATA_DIR/snapshots s3://bucket/prefix --exclude "unfinished/*"

Otherwise requests for them get \`404 Snapshot not found\`.

| Service | Settings in addition to \`SNAPSHOT_STORE\` |
| --- | --- |
| AWS | \`S3_REGION\`, or \`AWS_REGION\` where AWS sets it |
| Cloudflare R2 | \`S3_ENDPOINT=https://ACCOUNT.r2.cloudflarestorage.com\`, \`S3_REGION=auto\` |
| MinIO | \`S3_ENDPOINT=http://minio:9000\`, \`S3_FORCE_PATH_STYLE=1\` |
| Garage | \`S3_ENDPOINT=http://garage:3900\`, \`S3_FORCE_PATH_STYLE=1\`, \`S3_REGION=garage\` (its \`s3_region\`) |

Create the bucket before the first start. It must not be public, because it contains other people's pages. Credentials are found as by other
AWS tools: in \`AWS_ACCESS_KEY_ID\` and \`AWS_SECRET_ACCESS_KEY\` (and \`AWS_SESSION_TOKEN\`), in a profile in the home folder, or from the
role of the container or machine. They need these permissions:

- \`s3:GetObject\`, \`s3:PutObject\` and \`s3:DeleteObject\` on \`bucket/prefix/*\`;
- \`s3:ListBucket\` on the bucket. Without it, S3 reports a missing object or bucket as forbidden.

Each operation is tried three times and takes at most 15 seconds. \`citable serve\` starts even if the bucket cannot be used:

- The log has one line (\`snapshot store not usable\`), and \`/readyz\` returns 200 with \`lacks\`.
- Audits end without a snapshot (\`snapshot not stored\`), and requests for snapshots get 503.
- Credentials appear in none of these messages.
- When the bucket can be used again, deletions that are due happen within an hour.

A lifecycle rule may delete objects earlier. Requests for them then get 404.`;
