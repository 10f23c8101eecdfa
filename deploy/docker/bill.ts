import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Library } from './programs.ts';

/** One part of a bill of materials in CycloneDX's JSON, as far as it is read here. */
interface Component {
  /** such as `express@5.3.0` */
  readonly 'bom-ref': string;
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}

interface Bill {
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** What npm says of the whole lock file; where npm fails, its error. */
const billOfLock = (): Bill =>
  JSON.parse(
    execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], {
      encoding: 'utf8',
      maxBuffer: 256_000_000,
      stdio: 'pipe',
    }),
  );

const ofLibrary = ({ path, from }: Library) => ({
  type: 'library',
  name: from?.name ?? path,
  'bom-ref': `file:${path}`,
  ...(from !== null && {
    version: from.version,
    purl: `pkg:deb/debian/${from.name}@${encodeURIComponent(from.version)}?arch=${process.arch === 'x64' ? 'amd64' : process.arch}`,
  }),
  hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(path)).digest('hex') }],
  properties: [{ name: 'slipway:path', value: path }],
});

/**
 * The bill of materials of an image in CycloneDX's JSON: of npm's bill of the lock file those `packages` that lie in it
 * (`express@5.3.0`), and the programs and libraries of the machine that it was prepared on. The same parts give the same
 * text: no time, no serial number. A package that npm does not tell of is an error.
 */
export function billOf(packages: readonly string[], libraries: readonly Library[]): string {
  const { components, dependencies, ...rest } = billOfLock();
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const inside = new Set(packages);
  const kept = components.filter((component) => inside.has(component['bom-ref']));
  const refs = new Set(kept.map((component) => component['bom-ref']));
  const untold = packages.filter((name) => !refs.has(name));
  if (untold.length > 0) throw new Error(`npm sbom does not tell of ${untold.join(', ')}`);
  const bill = {
    ...rest,
    serialNumber: undefined,
    // npm calls it by the name of the folder that the checkout lies in
    metadata: { component: { type: 'application', name, version, 'bom-ref': `${name}@${version}` } },
    components: [
      ...kept.toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
      ...libraries.map(ofLibrary),
    ],
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)).toSorted() }))
      .toSorted((one, other) => (one.ref < other.ref ? -1 : 1)),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
