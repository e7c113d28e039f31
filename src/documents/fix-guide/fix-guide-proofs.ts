import { shellQuote } from '../../audit/fix.ts';
import { baselineCommand, shell, type Verification } from './fix-guide-verification.ts';

/** Explains how to run the proofs: on which host, and what to store before the first change. */
export function aboutProofs(domain: string, origin: string, verification: Verification): readonly string[] {
  const baseline = baselineCommand(domain, verification);
  return [
    'Every proof with curl asks the host that ORIGIN names. Set it once in each shell:',
    shell(`ORIGIN=${shellQuote(origin)}`),
    `To check a change before it is published, set ORIGIN to a staging host instead, such as \`http://localhost:8080\`. Where a command has \`"$ORIGIN$PAGE"\`, set PAGE to the path of a url in that problem’s evidence, between single quotes, such as \`PAGE='/about'\`. Where it has \`"$PAGE"\` alone, set PAGE to the whole url. Run the command once for each url, and skip a url that ends in ….`,
    ...(baseline === null
      ? []
      : ['Other proofs compare with the audit before the changes. Store it before the first change:', shell(baseline)]),
    ...(verification.by === 'command'
      ? [
          `To verify a staging host that serves https, add \`--connect-to ${domain}:443:HOST:PORT\`. For one that serves http alone, add \`--connect-to ${domain}:80:HOST:PORT --connect-to ${domain}:443:HOST:1\`.`,
        ]
      : []),
  ];
}
