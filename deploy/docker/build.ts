import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Build {
  /** of the image, such as `localhost/slipway:0.2.0` */
  readonly tag: string;
  /** the Containerfile */
  readonly file: string;
  /** the folder from which it copies */
  readonly folder: string;
  /** options that stand before buildah's command: where it keeps images */
  readonly storage?: readonly string[];
}

/**
 * Builds an image by buildah, which needs no daemon and no right to mount. Answers its id, the digest of its configuration,
 * which names all layers by theirs: the same files have the same. Throws with what buildah says.
 */
export function build({ tag, file, folder, storage = [] }: Build): string {
  const own = mkdtempSync(join(tmpdir(), 'slipway-image-'));
  const id = join(own, 'id');
  // without the label that names buildah's version
  const same = ['--timestamp=0', '--identity-label=false', '--format=oci', '--layers=false'];
  try {
    const { status, stderr, error } = spawnSync(
      'buildah',
      [...storage, 'bud', '--isolation=chroot', ...same, '--iidfile', id, '--tag', tag, '--file', file, folder],
      { encoding: 'utf8' },
    );
    if (error) throw error;
    if (status !== 0) throw new Error(`buildah could not build ${tag}: ${stderr}`);
    return readFileSync(id, 'utf8').trim();
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
