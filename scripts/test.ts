// `npm test`: the whole suite with the coverage of the domain, or the part that the arguments select.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Budget, otherFailureOf, readReport, summaryOf } from './test-report.ts';

const vitest = 'node_modules/vitest/vitest.mjs';
const isLong = process.argv[2] === '--long';
/**
 * The whole suite: the lists run in parallel, and the runs of a list one after another. Pure tests use the processor
 * while product tests wait. Only tests of the domain measure coverage, which slows down all code: the long version
 * leaves it out.
 */
const lists = [
  [{ name: 'product', args: ['--project', 'product'] }],
  [
    { name: 'domain', args: ['--project', 'domain', ...(isLong ? [] : ['--coverage'])] },
    // `npm run check` runs the architecture tests.
    { name: 'pure', args: ['--project', 'pure', '--project', 'page', '--exclude', 'test/architecture/**'] },
    { name: 'pooled', args: ['--project', 'pooled'] },
  ],
];
/** The tests that follow all lists, because they measure a time that other processes would increase. */
const lastList = isLong ? [{ name: 'alone', args: ['--project', 'alone'] }] : [];

/** Returns a folder in memory if 4 GB are free: copies of databases are 20 times faster there. */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 4 * 1024 ** 3 ? folder : undefined;
}

/** Copies complete lines of a stream to the terminal, so that the lines of two streams do not mix. */
function copyLines(from: Readable, to: Writable, onText: (text: string) => void = () => {}): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    onText(text);
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) to.write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  from.once('end', () => to.write(rest));
}

const maxErrorLength = 10_000;

/** The exit code of a command that a signal has ended. */
const interrupted = 130;

interface Ended {
  readonly code: number;
  /** The end of what it wrote to stderr; empty for a run with a terminal. */
  readonly errors: string;
}

interface Run {
  readonly args: readonly string[];
  /** Additional environment variables; undefined removes one. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** other runs are parallel to it, so it has no terminal */
  readonly isBeside: boolean;
}

/** Runs Vitest once. Signals are forwarded to Vitest. */
function run({ args, env, isBeside }: Run): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  let errors = '';
  const colors = isBeside && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, [vitest, ...args], {
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...colors, ...env },
  });
  if (child.stdout !== null) copyLines(child.stdout, process.stdout);
  if (child.stderr !== null) {
    copyLines(child.stderr, process.stderr, (text) => {
      errors = (errors + text).slice(-maxErrorLength);
    });
  }
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  child.once('error', reject);
  child.once('close', (code, signal) => {
    for (const one of signals) process.off(one, pass);
    resolve({ code: signal === null ? (code ?? 1) : interrupted, errors });
  });
  return promise;
}

const testArguments = process.argv.slice(isLong ? 3 : 2);
const isWatching = testArguments.includes('--watch');
const rest = testArguments.filter((arg) => arg !== '--watch');
/**
 * The folder for the reports of the runs, such as `pure.json` or `product.json`. With TEST_REPORT, the caller deletes
 * it.
 */
const folder = process.env.TEST_REPORT ?? mkdtempSync(join(tmpdir(), 'slipway-report-'));
const TMPDIR = process.env.TMPDIR ?? memoryFolder();
const isWhole = rest.length === 0 && !isWatching;
/** In a whole run, each worker would need five seconds at its end to write the compiled code of its modules. */
const compiled = { TEST_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, NODE_COMPILE_CACHE: undefined };
/**
 * Processes keep the memory that they free. Most live for seconds, and on a virtual machine each page that they get from
 * the kernel again costs more than its use.
 */
const keptMemory = ['trim_threshold=268435456', 'mmap_threshold=268435456', 'top_pad=4194304'];
const GLIBC_TUNABLES = process.env.GLIBC_TUNABLES ?? keptMemory.map((setting) => `glibc.malloc.${setting}`).join(':');
const env = {
  GLIBC_TUNABLES,
  ...(TMPDIR && { TMPDIR }),
  ...(isLong && { TEST_LONG: 'true' }),
  ...(isWhole && compiled),
};
const parallelLists = isWhole ? lists : [[{ name: 'part', args: rest }]];
const finalList = isWhole ? lastList : [];
const reportOf = (name: string): string => join(folder, `${name}.json`);
/** Reports of runs that failed without a failed test, such as for coverage. */
const otherFailures: string[] = [];
/** Runs a list up to its end or an interruption, and returns the largest exit code. */
async function runList(list: (typeof lists)[number]): Promise<number> {
  let code = 0;
  for (const { name, args } of list) {
    const testArguments = [isWatching ? 'watch' : 'run', ...args];
    const one = await run({ args: testArguments, env: { ...env, TEST_REPORT: reportOf(name) }, isBeside: isWhole });
    code = Math.max(code, one.code);
    if (one.code === interrupted) break;
    if (one.code > 0) otherFailures.push(...otherFailureOf(name, readReport(reportOf(name)), one.errors));
  }
  return code;
}
const code = Math.max(...(await Promise.all(parallelLists.map(runList))));
process.exitCode = code === interrupted ? code : Math.max(code, await runList(finalList));
const runs = [...parallelLists.flat(), ...finalList];
const files = isWatching ? [] : runs.flatMap(({ name }) => readReport(reportOf(name)));
if (!process.env.TEST_REPORT) rmSync(folder, { recursive: true });
const budget: Budget = JSON.parse(readFileSync('test/budget.json', 'utf8'));
if (files.length > 1) process.stdout.write(summaryOf(files, budget, otherFailures));
