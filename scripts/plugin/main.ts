// `npm run plugin -- new <name>`, `test <name>` and `pack <name>`: creates, tests and packs an integration.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { packIntegration } from './pack.ts';
import { skeleton } from './skeleton.ts';

const usage = `usage: npm run plugin -- new <name> [--title <title>]
       npm run plugin -- test <name>
       npm run plugin -- pack <name> [--out <file>]`;

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

function create(name: string, title: string): void {
  const folder = join('integrations', name);
  if (existsSync(folder)) fail(`${folder} already exists`);
  for (const [path, text] of Object.entries(skeleton(name, title))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  console.log(`${folder} is created. Test it with: npm run plugin -- test ${name}`);
}

async function pack(name: string, out: string): Promise<void> {
  writeFileSync(out, await packIntegration(name).catch((error: Error) => fail(error.message)));
  console.log(`${out} is written`);
}

/** Returns the arguments, or ends the process with the usage. */
function readArguments() {
  try {
    return parseArgs({ options: { title: { type: 'string' }, out: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

const { values, positionals } = readArguments();
const [command, name = '', ...others] = positionals;
if (!/^[a-z][a-z0-9-]*$/.test(name) || others.length > 0) fail(usage);
if (command === 'new') create(name, values.title ?? name);
else if (command === 'pack') await pack(name, values.out ?? `${name}.jar`);
else if (command === 'test') {
  const { status } = spawnSync(process.execPath, ['scripts/test.ts', `integrations/${name}/`], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else fail(usage);
