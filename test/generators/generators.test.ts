import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openApi, routes } from '@slipway/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../harness/test-length.ts';

// Public generators of TypeScript clients read the OpenAPI document, and their output compiles.
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'slipway-generators-'));
const document = join(folder, 'openapi.json');
const own = resolve('test/generators/node_modules');
const shared = resolve('node_modules');

interface Generator {
  readonly name: string;
  readonly main: string;
  readonly args: readonly string[];
  /** code that a user of the client could write */
  readonly use: string;
}

/** Reads a plan by its id. The type of the response shows whether it is a release or a variable. */
const narrowed = `
export const keyOf = (found: Release | Variable): string => (found.type === 'rel.Release' ? found.title : found.key);
`;

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    main: join(own, 'openapi-typescript/bin/cli.js'),
    args: [document, '-o', 'client.ts'],
    use: `import type { components, paths } from './client.ts';
type Found = paths['/releases/{releaseId}']['get']['responses'][200]['content']['application/json'];
type Release = components['schemas']['Release'];
type Variable = components['schemas']['Variable'];
export const same = (found: Found): Release | Variable => found;${narrowed}`,
  },
  {
    name: 'hey-api',
    main: join(own, '@hey-api/openapi-ts/bin/run.js'),
    args: ['-i', document, '-o', 'client', '-c', '@hey-api/client-fetch'],
    use: `import { getRelease, type Release, type Variable } from './client/index.ts';
export const title = async () => (await getRelease({ path: { releaseId: 'Release1' } })).data?.id;${narrowed}`,
  },
  {
    name: 'orval',
    main: join(own, 'orval/dist/bin/orval.mjs'),
    args: ['--input', document, '--output', 'client.ts', '--client', 'fetch'],
    use: `import { getRelease, type Release, type Variable } from './client.ts';
export const status = async () => (await getRelease('Release1')).status;${narrowed}`,
  },
  {
    name: 'oazapfts',
    main: join(shared, 'oazapfts/dist/cli.js'),
    args: [document, 'client.ts'],
    use: `import { getRelease, type Release, type Variable } from './client.ts';
export const status = async () => (await getRelease('Release1')).status;${narrowed}`,
  },
];

const options = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  module: 'nodenext',
  allowImportingTsExtensions: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  skipLibCheck: true,
  types: [],
};

beforeAll(() => {
  // the only library that a generated client imports
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(shared, '@oazapfts'), join(folder, 'node_modules/@oazapfts'));
  writeFileSync(document, JSON.stringify(openApi(routes, '')));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The short version runs one generator of types: each takes seconds of processor time. */
const shortGenerators = generators.filter(({ name }) => name === 'openapi-typescript');

test.each(isLong ? generators : shortGenerators)(
  '$name generates a client that compiles',
  async ({ name, main, args, use }) => {
    const cwd = join(folder, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
    await run(process.execPath, [main, ...args], { cwd, maxBuffer: 2 ** 24 });
    writeFileSync(join(cwd, 'use.ts'), use);
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['.'] }));
    const compiled = await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', cwd]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(compiled.stdout).toBe('');
  },
);
