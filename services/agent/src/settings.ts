import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { agentLabelForm } from '@slipway/domain/containers';
import { z } from 'zod';

const label = z.string().regex(agentLabelForm);

const environment = z.object({
  SLIPWAY_URL: z.url({ protocol: /^https?$/ }),
  SLIPWAY_TOKEN: z.string().regex(/^[\x21-\x7e]{8,500}$/),
  AGENT_NAME: z.string().trim().min(1).max(100).default(hostname()),
  AGENT_LABELS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((word) => word.trim()))
    .transform((words) => words.filter((word) => word !== ''))
    .pipe(z.array(label).max(20)),
  AGENT_ENGINE: z.enum(['podman', 'docker']).default('podman'),
  AGENT_NETWORK: z
    .string()
    .regex(/^[a-z0-9][\w.-]{0,62}$/)
    .optional(),
  AGENT_SLOTS: z.coerce.number().int().min(1).max(100).default(4),
  AGENT_DIR: z
    .string()
    .default('.slipway/agent')
    .transform((text) => resolve(text)),
});

const rules: Readonly<Record<string, string>> = {
  SLIPWAY_URL: 'must be the address of Slipway, for example SLIPWAY_URL=https://slipway.acme.example',
  SLIPWAY_TOKEN: 'must be a token with the permission runner#registration, here or in the file SLIPWAY_TOKEN_FILE',
  AGENT_NAME: 'must have at most 100 characters',
  AGENT_LABELS: 'must be a list of words of letters, digits, ".", "_" and "-", for example AGENT_LABELS=linux,helm',
  AGENT_ENGINE: 'must be podman or docker',
  AGENT_NETWORK: 'must be the name of a network of the engine, for example AGENT_NETWORK=none',
  AGENT_SLOTS: 'must be a whole number of containers from 1 to 100',
};

/** The settings of an agent. */
export interface AgentSettings {
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly labels: readonly string[];
  readonly engine: 'podman' | 'docker';
  /** undefined: the default of the engine */
  readonly network: string | undefined;
  /** the maximum number of containers */
  readonly slots: number;
  /** the folder of its id and of its jobs */
  readonly dir: string;
}

/** Reads the settings. Throws an error with one line for each invalid variable, which contains no value. */
export function parseSettings(env: Readonly<Record<string, string | undefined>>): AgentSettings {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { SLIPWAY_TOKEN_FILE: file } = set;
  const token = file === undefined ? {} : { SLIPWAY_TOKEN: readFileSync(file, 'utf8').trim() };
  const result = environment.safeParse({ ...set, ...token });
  if (result.success) {
    const { SLIPWAY_URL, SLIPWAY_TOKEN, AGENT_NAME, AGENT_LABELS, ...read } = result.data;
    return {
      ...{ url: SLIPWAY_URL.replace(/\/+$/, ''), token: SLIPWAY_TOKEN, name: AGENT_NAME, labels: AGENT_LABELS },
      ...{ engine: read.AGENT_ENGINE, network: read.AGENT_NETWORK, slots: read.AGENT_SLOTS, dir: read.AGENT_DIR },
    };
  }
  const names = new Set(result.error.issues.map((issue) => String(issue.path[0])));
  throw new Error([...names].map((name) => `${name} ${rules[name] ?? 'is invalid'}`).join('\n'));
}
