// `npm test`: the whole suite with the coverage of the domain, or the part that the arguments select.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Budget, readReport, summaryOf, type TestFile } from './test-report.ts';

const vitest = 'node_modules/vitest/vitest.mjs';
/** The whole suite, in two runs: only the pure tests measure coverage, which makes all code slower. */
const runs = [
  { name: 'pure', args: ['--project', 'pure', '--project', 'page', '--coverage'] },
  { name: 'product', args: ['--project', 'product', '--project', 'pooled'] },
];

/** A folder in memory where it has 4 GB to spare: copies of databases are made 20 times faster there. */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 4 * 1024 ** 3 ? folder : undefined;
}

/** Runs Vitest once and returns its exit code. Signals are passed on, and the run ends as Vitest ends. */
function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn(process.execPath, [vitest, ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  child.once('error', reject);
  child.once('exit', (code, signal) => {
    for (const one of signals) process.off(one, pass);
    resolve(signal === null ? (code ?? 1) : 130);
  });
  return promise;
}

const args = process.argv.slice(2);
const isLong = args[0] === '--long';
const given = isLong ? args.slice(1) : args;
const isWatching = given.includes('--watch');
const rest = given.filter((arg) => arg !== '--watch');
/** Where the report of each run is written, as `pure.json` or `product.json`; the caller of a given folder keeps it. */
const folder = process.env.TEST_REPORT ?? mkdtempSync(join(tmpdir(), 'slipway-report-'));
const TMPDIR = process.env.TMPDIR ?? memoryFolder();
const env = { ...(TMPDIR && { TMPDIR }), ...(isLong && { TEST_LONG: 'true' }) };
const isWhole = rest.length === 0 && !isWatching;
const wanted = isWhole ? runs : [{ name: 'part', args: rest }];
const files: TestFile[] = [];
for (const { name, args } of wanted) {
  const report = join(folder, `${name}.json`);
  const code = await run([isWatching ? 'watch' : 'run', ...args], { ...env, TEST_REPORT: report });
  if (code !== 0) process.exitCode = code;
  // An interrupted suite does not begin its second run.
  if (code >= 128) break;
  if (!isWatching) files.push(...readReport(report));
}
if (!process.env.TEST_REPORT) rmSync(folder, { recursive: true });
const budget: Budget = JSON.parse(readFileSync('test/budget.json', 'utf8'));
if (files.length > 1) process.stdout.write(summaryOf(files, budget));
