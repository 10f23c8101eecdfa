// `npm run check`: everything about the sources that a machine can say without running them. Tolerates no warning.
import { spawnSync } from 'node:child_process';

const steps = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '--max-diagnostics=50'],
  ['types', 'tsc', '--noEmit'],
  ['types of the page', 'tsc', '--noEmit', '-p', 'services/board'],
  ['architecture', 'vitest', 'run', 'test/architecture'],
  ['OpenAPI document', 'node', 'scripts/openapi.ts'],
  ['unused code', 'knip'],
] as const;

const failed = steps.filter(([name, command, ...args]) => {
  console.log(`\n${name}: ${command} ${args.join(' ')}`);
  return spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit' }).status !== 0;
});
console.log(
  failed.length === 0 ? '\ncheck: all is well' : `\ncheck: failed in ${failed.map(([name]) => name).join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
