import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContainerState, Engine } from '../../../services/agent/src/index.ts';
import type { Program } from './cluster-state.ts';

/** A container of the simulated engine. */
export interface SimulatedContainer {
  readonly id: string;
  readonly image: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  state: ContainerState;
  log: string;
}

/** The containers of a machine, which outlive the agent process. */
export class SimulatedMachine {
  readonly containers = new Map<string, SimulatedContainer>();
  /** the ids of all containers that were started, in order */
  readonly started: string[] = [];
  readonly #run: (container: SimulatedContainer) => Program;

  constructor(run: (container: SimulatedContainer) => Program) {
    this.#run = run;
  }

  readonly engine: Engine = {
    create: async ({ id, image, environment }, folder) => {
      if (this.containers.has(id)) throw new Error(`the name ${id} is already in use`);
      this.containers.set(id, { ...{ id, image, environment, folder }, state: { status: 'created' }, log: '' });
    },
    start: async (id) => {
      const container = this.containers.get(id)!;
      this.started.push(id);
      container.state = { status: 'running' };
      void this.#execute(container);
    },
    state: async (id) => this.containers.get(id)?.state ?? null,
    log: async (id) => this.containers.get(id)?.log ?? '',
    stop: async (id) => {
      const container = this.containers.get(id);
      if (container?.state?.status === 'running') container.state = { status: 'exited', exitCode: 143 };
    },
    remove: async (id) => {
      this.containers.delete(id);
    },
  };

  async #execute(container: SimulatedContainer): Promise<void> {
    const { log = '', output = '', exitCode = 0, ended = Promise.resolve() } = this.#run(container);
    container.log = log;
    await ended;
    if (container.state?.status !== 'running') return;
    await appendFile(join(container.folder, 'output'), output).catch(() => undefined);
    container.state = { status: 'exited', exitCode };
  }
}
