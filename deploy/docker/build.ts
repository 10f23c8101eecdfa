import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Build {
  /** the name of the image, for example `localhost/slipway:0.2.0` */
  readonly tag: string;
  /** the Containerfile */
  readonly file: string;
  /** the build context */
  readonly folder: string;
  /** options before buildah's command: where it stores images */
  readonly storage?: readonly string[];
}

/**
 * Builds an image with buildah, which needs no daemon and no mount permission. Returns the image id, the digest of its
 * configuration. The configuration contains the digests of all layers, so the same files give the same id. Throws with
 * the output of buildah.
 */
export function build({ tag, file, folder, storage = [] }: Build): string {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'slipway-image-'));
  const id = join(temporaryFolder, 'id');
  // without the label that contains buildah's version
  const reproducibleFlags = ['--timestamp=0', '--identity-label=false', '--format=oci', '--layers=false'];
  try {
    const { status, stderr, error } = spawnSync(
      'buildah',
      [
        ...storage,
        'bud',
        '--isolation=chroot',
        ...reproducibleFlags,
        '--iidfile',
        id,
        '--tag',
        tag,
        '--file',
        file,
        folder,
      ],
      { encoding: 'utf8' },
    );
    if (error) throw error;
    if (status !== 0) throw new Error(`buildah could not build ${tag}: ${stderr}`);
    return readFileSync(id, 'utf8').trim();
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}
