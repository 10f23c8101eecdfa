// What every npm script starts with: plain JavaScript for the Node a machine happens to have (20 or newer),
// which brings in the dependencies and Node 24, and hands over to it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { memoryFlags } from './memory-flags.mjs';
import { handOver } from './supervise.mjs';

const ENTRIES = {
  start: [...memoryFlags, 'services/standalone/src/main.ts'],
  api: [...memoryFlags, 'services/api/src/main.ts'],
  migrate: [...memoryFlags, 'services/migrate/src/main.ts'],
  scheduler: [...memoryFlags, 'services/scheduler/src/main.ts'],
  'script-runner': [...memoryFlags, 'services/script-runner/src/main.ts'],
  backup: ['services/standalone/src/backup.ts'],
  restore: ['services/standalone/src/restore.ts'],
  reseal: ['services/standalone/src/reseal.ts'],
  demo: ['scripts/demo.ts'],
  bench: ['bench/main.ts'],
  chaos: ['test/failure/main.ts'],
  image: ['deploy/docker/main.ts'],
  manifests: ['deploy/manifests.ts'],
  dev: ['scripts/dev.ts'],
  check: ['scripts/check.ts'],
  hooks: ['node_modules/lefthook/bin/index.js', 'install'],
  test: ['scripts/test.ts'],
  'test:long': ['scripts/test.ts', '--long'],
};

function fail(sentence) {
  process.stderr.write(`slipway: ${sentence}\n`);
  process.exit(1);
}

/** The pinned Node 24 where the platform has one, else the running one if it is new enough. */
function findNode() {
  const pinned = `node_modules/node-linux-${process.arch}/bin/node`;
  if (process.platform === 'linux' && existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `needs Node 24 or newer, and this is Node ${process.versions.node}: install Node 24 from https://nodejs.org`,
  );
}

const [name, ...args] = process.argv.slice(2);
const entry = ENTRIES[name];
if (entry === undefined) fail(`knows no command "${name}": one of ${Object.keys(ENTRIES).join(', ')}`);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await install(fail);
// What Node makes of our sources is kept, which halves what a later start takes; where it cannot be kept, nothing is lost.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
// The page that the api serves is bundled where its sources were changed.
if (
  ['start', 'api', 'bench'].includes(name) &&
  spawnSync(findNode(), ['scripts/board.ts'], { stdio: 'inherit' }).status !== 0
)
  fail('could not bundle the page: what stands above says why');
// Schedulers and runners belong to operators, who start again what ends in their own way.
await handOver(findNode(), [...entry, ...args], {
  isServer: ['start', 'dev', 'api', 'scheduler', 'script-runner'].includes(name),
  restarted: name === 'start',
  fail,
});
