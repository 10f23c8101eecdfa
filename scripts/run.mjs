// The entry of each npm script, in plain JavaScript for the machine's own Node (20 or newer). It installs the
// dependencies, including Node 24, bundles the product if the command runs it, and runs the command.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlesFolder, isBundled, keyOfInputs, recordUse } from './bundle-cache.mjs';
import { alone, install, run } from './install.mjs';
import { memoryFlags } from './memory-flags.mjs';
import { superviseAndExit } from './supervise.mjs';

const ENTRIES = {
  start: [...memoryFlags, 'services/standalone/src/main.ts'],
  api: [...memoryFlags, 'services/api/src/main.ts'],
  migrate: [...memoryFlags, 'services/migrate/src/main.ts'],
  scheduler: [...memoryFlags, 'services/scheduler/src/main.ts'],
  'script-runner': [...memoryFlags, 'services/script-runner/src/main.ts'],
  agent: [...memoryFlags, 'services/agent/src/main.ts'],
  backup: ['services/standalone/src/backup.ts'],
  restore: ['services/standalone/src/restore.ts'],
  reseal: ['services/standalone/src/reseal.ts'],
  demo: ['scripts/demo.ts'],
  bench: ['bench/main.ts'],
  chaos: ['test/failure/main.ts'],
  image: ['deploy/docker/main.ts'],
  manifests: ['deploy/manifests.ts'],
  plugin: ['scripts/plugin/main.ts'],
  dev: ['scripts/dev.ts'],
  check: ['scripts/check.ts'],
  hooks: ['node_modules/lefthook/bin/index.js', 'install'],
  test: ['scripts/test.ts'],
  'test:long': ['scripts/test.ts', '--long'],
};

/** The commands that run the product, from bundles. All others run the sources. */
const PRODUCT = [
  'start',
  'api',
  'migrate',
  'scheduler',
  'script-runner',
  'agent',
  'backup',
  'restore',
  'reseal',
  'demo',
];
const PRODUCTION = [...PRODUCT, 'image'];

function fail(message) {
  process.stderr.write(`slipway: ${message}\n`);
  process.exit(1);
}

/** Returns the pinned Node 24 if the platform has one, else the running Node if it is new enough. */
function findNode() {
  const pinned = `node_modules/node-linux-${process.arch}/bin/node`;
  if (process.platform === 'linux' && existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `needs Node 24 or newer, and this is Node ${process.versions.node}: install Node 24 from https://nodejs.org`,
  );
}

/** Returns the folder of the bundle of the present sources. Creates the bundle if it does not exist. */
async function bundle() {
  let key = keyOfInputs();
  while (!recordUse(key)) {
    await alone(async () => {
      if (isBundled(key)) return;
      process.stdout.write('Bundling the product…\n');
      const code = await run(findNode(), ['scripts/bundle-services.ts'], { stdio: 'inherit' });
      if (code === null) process.exit(130);
      if (code !== 0) fail('could not bundle the product: see the reason above');
    });
    key = keyOfInputs();
  }
  return join(bundlesFolder, key);
}

/** Returns the arguments of Node for an entry in a bundle. */
function bundledArguments(folder, entry) {
  const file = join(folder, entry.at(-1).replace(/\.ts$/, '.js'));
  return [...entry.slice(0, -1), file];
}

const [name, ...args] = process.argv.slice(2);
const entry = ENTRIES[name];
if (entry === undefined) fail(`unknown command "${name}": use one of ${Object.keys(ENTRIES).join(', ')}`);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await install(PRODUCTION.includes(name) ? 'production' : 'complete', fail);
// The bench measures the product as `npm start` runs it, and the whole test suite starts processes of the product.
const isWholeSuite = name === 'test:long' || (name === 'test' && args.length === 0);
const folder = [...PRODUCT, 'bench'].includes(name) || isWholeSuite ? await bundle() : null;
if (isWholeSuite) process.env.TEST_BUNDLES ??= resolve(folder);
// The sources can change during a bench, which starts several products.
if (name === 'bench') process.env.BENCH_BUNDLE = resolve(folder);
// Node caches its compiled code, which halves the time of later starts. The cache is optional.
process.env.NODE_COMPILE_CACHE ??= resolve(folder ?? 'node_modules/.cache', 'compiled');
const command = PRODUCT.includes(name) ? bundledArguments(folder, entry) : entry;
// Operators restart schedulers and runners with their own tools.
await superviseAndExit(findNode(), [...command, ...args], {
  isServer: ['start', 'dev', 'api', 'scheduler', 'script-runner', 'agent'].includes(name),
  restarted: name === 'start',
  fail,
});
