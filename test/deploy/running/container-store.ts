import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { reapWithParent } from '../../harness/servers/process-reaper.ts';

const run = promisify(execFile);

const hasProgram = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** The reason why images cannot be built here, or null. */
export const buildSkipReason: string | null = hasProgram('buildah') ? null : 'there is no buildah';

/** The reason why containers cannot run here, or null. */
export const runSkipReason: string | null =
  buildSkipReason ??
  (process.getuid?.() !== 0
    ? 'only root may, as it is tried here'
    : missingProgramReason(['podman', 'runc', 'conmon']));

function missingProgramReason(programs: readonly string[]): string | null {
  const missingProgram = programs.find((program) => !hasProgram(program));
  return missingProgram === undefined ? null : `there is no ${missingProgram}`;
}

/** A separate store of images and containers for one test file. */
export interface ContainerStore {
  /** The options of buildah that select the store. */
  readonly storage: readonly string[];
  buildah(...args: readonly string[]): string;
  podman(...args: readonly string[]): Promise<string>;
  /** The words of a shell command that runs podman on the store. */
  readonly command: readonly string[];
  /** Serves the Docker API on a socket that testcontainers uses from now on. */
  serve(): Promise<void>;
  /** Deletes the store, and kills running containers. */
  clear(): Promise<void>;
}

const options = { encoding: 'utf8', maxBuffer: 64_000_000 } as const;

export async function openContainerStore(): Promise<ContainerStore> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-images-'));
  const storage = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  // crun of Debian does not support mixed cgroup versions, and there is no systemd for the default cgroup manager
  const runtimeFlags = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--tmpdir', join(folder, 'tmp')];
  // inside a container, podman could not get its default limits for files and processes
  const limits = ['nofile=1024:1024', 'nproc=4096:4096'].map((limit) => JSON.stringify(limit)).join(', ');
  await writeFile(join(folder, 'containers.conf'), `[containers]\ndefault_ulimits = [${limits}]\n`);
  const env = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf') };
  const podman = async (...args: readonly string[]) => {
    const { stdout, stderr } = await run('podman', [...storage, ...runtimeFlags, ...args], { ...options, env });
    // podman writes the log of a container to the streams to which the container wrote
    return args[0] === 'logs' ? stdout + stderr : stdout;
  };
  let service: ChildProcess | undefined;
  return {
    storage,
    buildah: (...args) => execFileSync('buildah', [...storage, ...args], { ...options, stdio: 'pipe' }),
    podman,
    command: ['env', `CONTAINERS_CONF=${env.CONTAINERS_CONF}`, 'podman', ...storage, ...runtimeFlags],
    serve: async () => {
      const socket = join(folder, 'podman.sock');
      service = spawn('podman', [...storage, ...runtimeFlags, 'system', 'service', '--time=0', `unix://${socket}`], {
        stdio: 'ignore',
        env,
      });
      const reaper = reapWithParent({ pid: service.pid!, folder });
      service.once('exit', reaper.dismiss);
      while (!existsSync(socket) && service.exitCode === null) await pause(20);
      Object.assign(process.env, { DOCKER_HOST: `unix://${socket}`, TESTCONTAINERS_RYUK_DISABLED: 'true' });
    },
    clear: async () => {
      if (runSkipReason === null) {
        await podman('pod', 'rm', '--all', '--force', '--time', '2').catch(() => {});
        await podman('rm', '--all', '--force', '--time', '2').catch(() => {});
      }
      if (service !== undefined && service.exitCode === null) {
        service.kill('SIGTERM');
        await once(service, 'exit');
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
