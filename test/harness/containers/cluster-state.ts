/** A container that a pod of the simulated cluster runs. */
export interface StartedContainer {
  readonly job: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** the mounted files by path */
  readonly files: Readonly<Record<string, string>>;
}

/** What a container does: its log at once, and its end when `ended` resolves. */
export interface Program {
  readonly log?: string;
  readonly output?: string;
  readonly exitCode?: number;
  readonly ended?: Promise<unknown>;
}

interface EnvVariable {
  readonly name: string;
  readonly valueFrom: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

/** The members of a Job that the simulation reads. The server has validated the whole object. */
export interface JobObject {
  readonly metadata: { readonly name: string; uid?: string };
  readonly spec: {
    suspend?: boolean;
    readonly activeDeadlineSeconds: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly image: string;
          readonly command?: readonly string[];
          readonly args?: readonly string[];
          readonly env: readonly EnvVariable[];
        }[];
        readonly volumes: readonly {
          readonly secret: {
            readonly secretName: string;
            readonly items: readonly { readonly key: string; readonly path: string }[];
          };
        }[];
      };
    };
  };
  status?: { conditions: { type: string; status: string; reason?: string }[] };
}

export interface SecretObject {
  readonly metadata: { readonly name: string; readonly ownerReferences: readonly { readonly name: string }[] };
  readonly data: Readonly<Record<string, string>>;
}

export interface PodObject {
  readonly metadata: {
    readonly name: string;
    readonly creationTimestamp: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  status: { phase: string; containerStatuses?: { name: string; state: Record<string, unknown> }[] };
  log: string;
}

/** The objects of a namespace, and the controllers that run its Jobs. */
export class ClusterState {
  readonly jobs = new Map<string, JobObject>();
  readonly secrets = new Map<string, SecretObject>();
  readonly pods = new Map<string, PodObject>();
  /** all containers that were started, also those of deleted Jobs */
  readonly started: StartedContainer[] = [];
  readonly #run: (container: StartedContainer) => Program;
  readonly #timers = new Set<NodeJS.Timeout>();
  #uids = 0;

  constructor(run: (container: StartedContainer) => Program) {
    this.#run = run;
  }

  createJob(job: JobObject): JobObject {
    this.#uids += 1;
    job.metadata.uid = `uid-${this.#uids}`;
    this.jobs.set(job.metadata.name, job);
    return job;
  }

  /** Starts the pod of a Job that is no longer suspended. */
  resume(job: JobObject): void {
    if (job.spec.suspend === false) return;
    job.spec.suspend = false;
    const { name } = job.metadata;
    const pod: PodObject = {
      metadata: {
        name: `${name}-${this.#uids}`,
        creationTimestamp: new Date().toISOString(),
        labels: { 'job-name': name },
      },
      status: {
        phase: 'Pending',
        containerStatuses: [{ name: 'main', state: { waiting: { reason: 'ContainerCreating' } } }],
      },
      log: '',
    };
    this.pods.set(pod.metadata.name, pod);
    const deadline = setTimeout(() => this.#exceed(job), job.spec.activeDeadlineSeconds * 1_000);
    this.#timers.add(deadline);
    void this.#runPod(job, pod);
  }

  async #runPod(job: JobObject, pod: PodObject): Promise<void> {
    const container = this.#containerOf(job);
    this.started.push(container);
    const { log = '', output = '', exitCode = 0, ended = Promise.resolve() } = this.#run(container);
    const setState = (phase: string, state: Record<string, unknown>): void => {
      pod.status = { phase, containerStatuses: [{ name: 'main', state }] };
    };
    pod.log = log;
    setState('Running', { running: { startedAt: pod.metadata.creationTimestamp } });
    await ended;
    // A cluster keeps the last bytes of the termination message.
    const terminated = { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', message: output.slice(-4_096) };
    setState(exitCode === 0 ? 'Succeeded' : 'Failed', { terminated });
    job.status = { conditions: [{ type: exitCode === 0 ? 'Complete' : 'Failed', status: 'True' }] };
  }

  #containerOf(job: JobObject): StartedContainer {
    const { containers, volumes } = job.spec.template.spec;
    const { image, command = [], args = [], env } = containers[0]!;
    const secretValue = (name: string, key: string) =>
      Buffer.from(this.secrets.get(name)!.data[key]!, 'base64').toString();
    const variables = Object.fromEntries(
      env.map(({ name, valueFrom: { secretKeyRef } }) => [name, secretValue(secretKeyRef.name, secretKeyRef.key)]),
    );
    const expand = (text: string) => text.replace(/\$\((\w+)\)/g, (_, name: string) => variables[name] ?? '');
    const files = volumes.flatMap(({ secret }) =>
      secret.items.map(({ key, path }) => [path, secretValue(secret.secretName, key)] as const),
    );
    return {
      ...{ job: job.metadata.name, image, env: variables, files: Object.fromEntries(files) },
      ...{ command: command.map(expand), args: args.map(expand) },
    };
  }

  /** Deletes the pod of a Job that has exceeded its time limit. */
  #exceed(job: JobObject): void {
    if (job.status !== undefined) return;
    job.status = { conditions: [{ type: 'Failed', status: 'True', reason: 'DeadlineExceeded' }] };
    this.#deletePods(job.metadata.name);
  }

  #deletePods(jobName: string): void {
    for (const [name, pod] of this.pods) if (pod.metadata.labels['job-name'] === jobName) this.pods.delete(name);
  }

  /** Deletes a Job, its pods, and the Secrets that it owns. */
  deleteJob(jobName: string): void {
    this.jobs.delete(jobName);
    this.#deletePods(jobName);
    for (const [name, secret] of this.secrets)
      if (secret.metadata.ownerReferences.some((owner) => owner.name === jobName)) this.secrets.delete(name);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
