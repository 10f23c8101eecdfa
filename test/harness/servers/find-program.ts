import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const isInstalled = (program: string): Promise<boolean> =>
  run('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${program}`]).then(
    () => true,
    () => false,
  );

/**
 * Returns the first of these programs on the PATH. As root it installs a missing program with apt-get. Returns null if
 * there is none.
 */
export async function findProgram(programs: readonly string[], debian = programs[0]): Promise<string | null> {
  for (const program of programs) if (await isInstalled(program)) return program;
  if (process.getuid?.() !== 0 || !(await isInstalled('apt-get'))) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = `apt-get update && apt-get install -y --no-install-recommends ${debian}`;
  await run('sh', ['-c', install], { env }).catch(() => {});
  for (const program of programs) if (await isInstalled(program)) return program;
  return null;
}
