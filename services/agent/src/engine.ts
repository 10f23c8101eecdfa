import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentJob } from '@slipway/api-schema/containers';
import { maxLogCharacters } from '@slipway/domain/containers';

const run = promisify(execFile);

/** The state of a container; null: it does not exist. */
export type ContainerState =
  | { readonly status: 'created' | 'running' }
  | { readonly status: 'exited'; readonly exitCode: number }
  | null;

/** The engine that runs containers: podman, Docker, or a simulation of them. */
export interface Engine {
  /** Creates a container from the files in a folder. The image is pulled if it is missing. Throws EngineError. */
  create(job: AgentJob, folder: string): Promise<void>;
  start(name: string): Promise<void>;
  state(name: string): Promise<ContainerState>;
  /** Returns the beginning of the log up to the limit. */
  log(name: string): Promise<string>;
  /** Stops a container, first with SIGTERM. */
  stop(name: string): Promise<void>;
  /** Deletes a container, which may not exist. */
  remove(name: string): Promise<void>;
}

/** The engine has refused a command. The message is its last line. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** The files of a job, in its folder. */
export const jobFiles = { input: 'in', environment: 'environment', output: 'output' } as const;

const commandTimeoutMs = 60_000;
/** A pull of a large image over a slow network takes minutes. */
const createTimeoutMs = 1_800_000;
const stopSeconds = 10;

interface EngineOptions {
  readonly program: string;
  readonly network: string | undefined;
  readonly agentId: string;
}

/**
 * Creates an engine that runs a program. No secret is in the arguments of the program: variables are in a file. The
 * program has the environment of the agent and never that of a job, which could change the program itself.
 */
export function createEngine({ program, network, agentId }: EngineOptions): Engine {
  const command = async (args: readonly string[], timeout = commandTimeoutMs): Promise<string> => {
    try {
      return (await run(program, args, { timeout, maxBuffer: 10_000_000 })).stdout;
    } catch (error) {
      const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
      throw new EngineError(stderr.split('\n').at(-1)?.slice(0, 500) || `${program} ${args[0]} failed`);
    }
  };
  return {
    create: async (job, folder) => {
      await command(
        [
          ...createArguments(job, folder, agentId),
          ...(network === undefined ? [] : ['--network', network]),
          ...imageArguments(job),
        ],
        createTimeoutMs,
      );
    },
    start: async (name) => {
      await command(['start', name]);
    },
    state: async (name) => {
      const text = await command([
        'inspect',
        '--type',
        'container',
        '--format',
        '{{.State.Status}} {{.State.ExitCode}}',
        name,
      ]).catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error)));
      return text === null ? null : parseState(text);
    },
    log: (name) => readLog(program, name),
    stop: async (name) => {
      await command(['stop', '--time', String(stopSeconds), name]);
    },
    remove: async (name) => {
      await command(['rm', '--force', '--volumes', name]).catch((error: unknown) =>
        isMissing(error) ? null : Promise.reject(error),
      );
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && /no such (?:container|object)|no container with name/i.test(error.message);

function parseState(text: string): ContainerState {
  const [status = '', code = ''] = text.trim().split(' ');
  if (status === 'created' || status === 'configured' || status === 'initialized') return { status: 'created' };
  return status === 'exited' || status === 'stopped' || status === 'dead'
    ? { status: 'exited', exitCode: Number(code) }
    : { status: 'running' };
}

function createArguments(job: AgentJob, folder: string, agentId: string): readonly string[] {
  const { id, cpus, memoryBytes, inputFolder, outputFile } = job;
  return [
    ...['create', '--name', id, '--label', `slipway.agent=${agentId}`],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--pids-limit', '4096'],
    ...['--env-file', join(folder, jobFiles.environment)],
    ...['--volume', `${join(folder, jobFiles.input)}:${inputFolder}:ro`],
    ...['--volume', `${join(folder, jobFiles.output)}:${outputFile}`],
    ...(cpus === undefined ? [] : ['--cpus', String(cpus)]),
    ...(memoryBytes === undefined ? [] : ['--memory', String(memoryBytes)]),
  ];
}

/** Returns the image and the arguments after it. The first part of a command replaces the entry point. */
function imageArguments({ image, command: [program, ...more], args }: AgentJob): readonly string[] {
  return [...(program === undefined ? [] : ['--entrypoint', program]), image, ...more, ...args];
}

/** Reads the output of both streams in the order of its arrival, and stops at the limit. */
function readLog(program: string, name: string): Promise<string> {
  const child = spawn(program, ['logs', name], { stdio: ['ignore', 'pipe', 'pipe'], timeout: commandTimeoutMs });
  let log = '';
  const add = (text: string): void => {
    log += text;
    if (log.length > maxLogCharacters) child.kill('SIGKILL');
  };
  child.stdout.setEncoding('utf8').on('data', add);
  child.stderr.setEncoding('utf8').on('data', add);
  return new Promise((resolve) => {
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(log.slice(0, maxLogCharacters + 1)));
  });
}
