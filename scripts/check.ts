// `npm run check`: the checks that read the sources without running a service. A warning fails them. `--fix` first
// formats and repairs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const lint = ['node', 'scripts/check/lint.ts'] as const;

/** The slowest check is first: all start at once, and the last one to end determines the duration. */
const checks: readonly Check[] = [
  { name: 'format and lint', command: lint },
  { name: 'architecture', command: ['vitest', 'run', '--project=pure', 'test/architecture'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'unused code', command: ['knip', '--cache', '--cache-location=node_modules/.cache/knip'] },
  { name: 'language', command: ['node', 'scripts/check/prose.ts'] },
  { name: 'texts of the board', command: ['node', 'scripts/texts/main.ts'] },
  { name: 'types of integrations', command: ['node', 'scripts/plugin/integration-types.ts'] },
  { name: 'OpenAPI document', command: ['node', 'scripts/check/openapi.ts'] },
  { name: 'types of the board', command: ['tsc', '--noEmit', '-p', 'apps/board'] },
];

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

/** Runs one check, and prints its output at once. Returns whether it passed. */
async function runCheck({ name, command: [program, ...args] }: Check): Promise<boolean> {
  const startedAt = performance.now();
  const path = program === 'node' ? process.execPath : `node_modules/.bin/${program}`;
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    signal: stop.signal,
  });
  const closed = once(child, 'close').catch((error: unknown) => [String(error)]);
  const [output, errors, [code]] = await Promise.all([buffer(child.stdout), buffer(child.stderr), closed]);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`\n${name}: ${program} ${args.join(' ')} (${code === 0 ? 'passed' : `failed: ${code}`}, ${seconds} s)`);
  process.stdout.write(Buffer.concat([output, errors]));
  return code === 0;
}

const { values } = parseArgs({ options: { fix: { type: 'boolean', default: false } } });
const startedAt = performance.now();
// The other checks read the repaired files.
if (values.fix) {
  await runCheck({ name: 'repair', command: [...lint, '--write'] });
  await runCheck({ name: 'texts of the board', command: ['node', 'scripts/texts/main.ts', '--write'] });
  await runCheck({
    name: 'types of integrations',
    command: ['node', 'scripts/plugin/integration-types.ts', '--write'],
  });
}
const passed = await Promise.all(checks.map(runCheck));
const failed = checks.filter((_, index) => passed[index] !== true).map(({ name }) => name);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
console.log(
  failed.length === 0 ? `\ncheck: passed in ${seconds} s` : `\ncheck: failed in ${seconds} s: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
