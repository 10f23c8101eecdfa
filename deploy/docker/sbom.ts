import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Library } from './linked-libraries.ts';

/** A component of a CycloneDX bill of materials, with the members that are read here. */
interface Component {
  /** for example `express@5.3.0` */
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

/** Returns the output of `npm sbom` for the whole lock file. Throws npm's error if npm fails. */
const lockBill = (): Bill =>
  JSON.parse(
    execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], {
      encoding: 'utf8',
      maxBuffer: 256_000_000,
      stdio: 'pipe',
    }),
  );

const libraryComponent = ({ path, from }: Library) => ({
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
 * Returns an image's bill of materials as CycloneDX JSON. It contains the `packages` of the lock file that are in the
 * image (`express@5.3.0`), and the programs and libraries of the build machine. It contains no time and no serial
 * number, so the same content gives the same text. Throws if npm does not list a package.
 */
export function billOf(packages: readonly string[], libraries: readonly Library[]): string {
  const { components, dependencies, ...rest } = lockBill();
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const packageSet = new Set(packages);
  const included = components.filter((component) => packageSet.has(component['bom-ref']));
  const refs = new Set(included.map((component) => component['bom-ref']));
  const unlisted = packages.filter((name) => !refs.has(name));
  if (unlisted.length > 0) throw new Error(`npm sbom does not list ${unlisted.join(', ')}`);
  const bill = {
    ...rest,
    serialNumber: undefined,
    // npm uses the name of the checkout's folder
    metadata: { component: { type: 'application', name, version, 'bom-ref': `${name}@${version}` } },
    components: [
      ...included.toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
      ...libraries.map(libraryComponent),
    ],
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)).toSorted() }))
      .toSorted((one, other) => (one.ref < other.ref ? -1 : 1)),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
