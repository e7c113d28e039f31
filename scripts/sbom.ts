import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { VERSION } from '../src/package.ts';

/**
 * Writes dist/sbom.cdx.json: from the CycloneDX document that npm writes of the lock file, the packages that are bundled in `dist/`. All
 * are devDependencies, so npm's own selection would have none or all. Equal inputs give equal bytes: there is no time and no serial number.
 */
interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const {
  serialNumber: _serial,
  metadata,
  components,
  dependencies,
  ...document
}: Sbom = JSON.parse(await text(process.stdin));
const { timestamp: _time, component, ...about } = metadata;

// Each begins with its name and version. One that is installed in two places occurs twice.
const licenses = readFileSync('dist/THIRD-PARTY-LICENSES', 'utf8')
  .trim()
  .split(/^-{80}$/m);
const bundled = new Set(licenses.flatMap((license) => /^(\S+ \S+): /.exec(license.trimStart())?.[1] ?? []));
const contained = components.filter(({ name, version }) => bundled.has(`${name} ${version}`));
if (contained.length !== bundled.size)
  throw new Error(`${bundled.size} packages are bundled, but the lock file has ${contained.length} of them.`);

const refs = new Set(contained.map((one) => one['bom-ref']));
const sbom = {
  ...document,
  metadata: { ...about, component: { ...component, name: 'citable', version: VERSION } },
  components: contained.map((one) => ({ ...one, scope: 'required', properties: [] })),
  dependencies: dependencies
    .filter(({ ref }) => ref === component['bom-ref'] || refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
};
writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`);
