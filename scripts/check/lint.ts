// Formats and lints the files that have changed since the last run without a finding. In CI, and with other arguments
// than files, it reads all files. Some rules also read imported files: only CI finds what a change there causes here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const program = 'node_modules/.bin/biome';
const biome = ['check', '--error-on-warnings', '--max-diagnostics=50', ...process.argv.slice(2)];
const cacheFile = 'node_modules/.cache/lint.json';
/** More files than this are linted faster as a whole, and their names may exceed the length of a command. */
const maxFiles = 500;

const digest = (...contents: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('base64url');
};

/** Returns a digest of each file of the project with its path and the rules. */
function readDigests(): ReadonlyMap<string, string> {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const rules = [program, 'biome.jsonc', ...globSync('lint/*.grit')].map((path) => readFileSync(path));
  const version = readFileSync('node_modules/@biomejs/biome/package.json');
  const key = digest(version, ...rules);
  const files = stdout.toString().split('\0');
  return new Map(
    files
      .filter((file) => file !== '' && existsSync(file))
      .map((file) => [file, digest(key, file, readFileSync(file))]),
  );
}

function readKnown(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(readFileSync(cacheFile, 'utf8')));
  } catch {
    // Without a cache, or with a damaged one, all files are read.
    return new Set();
  }
}

const digests = process.env.CI ? new Map<string, string>() : readDigests();
const known = readKnown();
const changed = [...digests].filter(([, value]) => !known.has(value)).map(([file]) => file);
if (digests.size > 0 && changed.length === 0) {
  console.log(`no file has changed since the last run without a finding (${digests.size} files)`);
} else {
  const isPart = digests.size > 0 && changed.length <= maxFiles;
  const files = isPart ? ['--files-ignore-unknown=true', '--no-errors-on-unmatched', '--', ...changed] : [];
  const { status } = spawnSync(program, [...biome, ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status === 0 && digests.size > 0) {
    mkdirSync(dirname(cacheFile), { recursive: true });
    writeFileSync(cacheFile, JSON.stringify([...digests.values()]));
  }
}
