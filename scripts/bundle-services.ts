// Bundles the services and the board for the commands that run the product.
import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import type { Bundle } from '../apps/board/src/bundle.ts';
import { compiledFile, readIntegrations } from '../libs/plugins/src/index.ts';
import { bundleBoard } from './bundle-board.ts';
import { bundlesFolder, isBundled, keyOfInputs, removeUnused } from './bundle-cache.mjs';

const entries = [
  ...globSync('services/*/src/main.ts'),
  ...['backup', 'restore', 'reseal'].map((name) => `services/standalone/src/${name}.ts`),
  'scripts/demo.ts',
  // the entry of a worker thread, which the API loads by its URL
  'services/api/src/parsing/worker.ts',
];

/** Packages with native code. Node loads them from node_modules. */
const nativePackages = ['isolated-vm', '@node-rs/argon2'];
/** Drivers of other databases and native drivers, which knex, pg and others load on request. They are not installed. */
const optionalDrivers = [
  ...['better-sqlite3', 'mariadb/callback', 'mysql', 'mysql2', 'oracledb', 'sqlite3', 'tedious'],
  ...['pg-native', 'pg-query-stream'],
];

/** Native parts of ssh2, which it replaces with JavaScript and with Node if they are missing. */
const optionalParts = [/\/sshcrypto\.node$/, 'cpu-features'];

/** Files that a service reads or runs at run time, relative to its source. */
const assets = globSync([
  'services/script-runner/src/child/*.mjs',
  'services/script-runner/src/{sandbox,python/sandbox}/**/*.js',
]);

const withoutExtension = (file: string): string => file.replace(/\.ts$/, '');

/**
 * Keeps paths relative to a source valid: a bundle has the folders of the sources, and `import.meta.url` is the URL
 * that the source would have there as JavaScript.
 */
const sourceAddresses: Plugin = {
  name: 'own-addresses',
  transform: {
    filter: { id: /\/(?:libs|services|apps|scripts)\/[^?]+\.ts$/, code: 'import.meta.' },
    handler: (code, id) => {
      const address = `addressInBundle(${JSON.stringify(`${withoutExtension(relative('.', id))}.js`)})`;
      return { code: code.replaceAll('import.meta.url', address), map: null };
    },
  },
};

const output: OutputOptions = {
  format: 'es',
  // The sources are available, so a source map contains only their names.
  ...{ sourcemap: true, sourcemapExcludeSources: true },
  ...{ entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
  intro: ({ fileName }) => {
    const root = relative(dirname(fileName), '.') || '.';
    const address = `(file) => new URL(${JSON.stringify(`${root}/`)} + file, import.meta.url).href`;
    // ssh2 reads its folder when it is loaded, for a program that it runs only on Windows.
    return `const addressInBundle = ${address}; const __dirname = import.meta.dirname;`;
  },
  // The names of functions and classes are kept, since logs and errors contain them.
  minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
};

async function bundleServices(dir: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((file) => [withoutExtension(file), file])),
    platform: 'node',
    tsconfig: false,
    external: [...nativePackages, ...optionalDrivers, ...optionalParts],
    plugins: [sourceAddresses],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  await bundle.write({ dir, ...output });
  await bundle.close();
}

function copy(file: string, targetFolder: string): void {
  mkdirSync(dirname(join(targetFolder, file)), { recursive: true });
  copyFileSync(file, join(targetFolder, file));
}

async function copyBoard(targetFolder: string): Promise<void> {
  await bundleBoard();
  const list = 'apps/board/dist/bundle.json';
  const { files }: Bundle = JSON.parse(readFileSync(list, 'utf8'));
  copy(list, targetFolder);
  for (const name of Object.keys(files))
    for (const packed of ['', '.gz', '.br']) copy(`apps/board/dist/${name}${packed}`, targetFolder);
}

/** Writes all integrations as one file, so that a start of a process parses no definitions. */
async function compileIntegrations(targetFolder: string): Promise<void> {
  const compiled = join(targetFolder, 'integrations', compiledFile);
  mkdirSync(dirname(compiled), { recursive: true });
  writeFileSync(compiled, JSON.stringify(await readIntegrations()));
}

const key = keyOfInputs();
const temporaryFolder = join(bundlesFolder, `.new-${process.pid}`);
mkdirSync(join(temporaryFolder, 'users'), { recursive: true });
try {
  await Promise.all([
    bundleServices(temporaryFolder),
    copyBoard(temporaryFolder),
    compileIntegrations(temporaryFolder),
  ]);
  for (const file of assets) copy(file, temporaryFolder);
  // Node does not look for a package.json above node_modules. Without one, it finds out the format of each script from its
  // code, which takes 20 ms of each start.
  writeFileSync(join(temporaryFolder, 'package.json'), JSON.stringify({ type: 'module' }));
  // Another command may have created the same bundle. If the inputs have changed meanwhile, this bundle belongs to no
  // key.
  if (!isBundled(key) && keyOfInputs() === key) renameSync(temporaryFolder, join(bundlesFolder, key));
} finally {
  rmSync(temporaryFolder, { recursive: true, force: true });
}
removeUnused(key);
