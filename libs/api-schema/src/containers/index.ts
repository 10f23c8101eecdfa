import { agentLabelForm, endReasons, maxLogCharacters, maxOutputFileBytes } from '@slipway/domain/containers';
import { z } from 'zod';

// The requests and responses of agents, which run containers. The API and the agent use the same schemas.

const line = z.string().trim().min(1).max(100);
const id = z.string().regex(/^[\w-]{1,80}$/);
const labels = z.array(z.string().regex(agentLabelForm)).max(20);
const maxJobs = 100;

/** The registration of an agent. */
export const registrationBody = z.strictObject({
  name: line.describe('the name of the agent for people'),
  labels: labels.describe('the labels that tasks can require'),
  id: id.optional().describe('the id of an earlier registration, which the agent keeps'),
});

export const registrationResponse = z.object({ id: id.describe('the id of the agent, which only the agent may have') });

const text = z.string();
const textMap = z.record(text, text);

/** The result of an ended container. */
export const jobEnd = z.strictObject({
  reason: z.enum(endReasons),
  exitCode: z.number().int().nullable(),
  detail: text.max(2_000).describe('more about the reason'),
  output: text.max(maxOutputFileBytes).describe('the content of the output file'),
});

/** The report of an agent about one of its jobs. */
const jobReport = z.strictObject({
  id,
  state: z.enum(['starting', 'running', 'ended']),
  log: z
    .strictObject({ offset: z.number().int().min(0), text: text.max(maxLogCharacters + 1) })
    .optional()
    .describe('a part of the log, which begins after this number of characters'),
  end: jobEnd.optional().describe('only of an ended job'),
});
export type JobReport = z.output<typeof jobReport>;

/** A request of an agent for work, with its reports. */
export const exchangeBody = z.strictObject({
  jobs: z.array(jobReport).max(maxJobs).describe('all jobs that the agent has'),
  free: z.number().int().min(0).max(maxJobs).describe('the number of jobs that the agent can start'),
  wait: z.number().min(0).max(25).describe('the seconds to wait for work'),
});
export type ExchangeBody = z.output<typeof exchangeBody>;

/** A container that an agent runs. */
export const agentJob = z.object({
  id,
  image: text,
  command: z.array(text),
  args: z.array(text),
  environment: textMap,
  files: textMap.describe('the input files by name'),
  input: text.describe('the content of the file input'),
  inputFolder: text.describe('the folder of input and files in the container'),
  outputFile: text,
  cpus: z.number().optional().describe('absent: no limit'),
  memoryBytes: z.number().optional().describe('absent: no limit'),
  timeoutSeconds: z.number(),
});
export type AgentJob = z.output<typeof agentJob>;

export const exchangeResponse = z.object({
  start: z.array(agentJob).describe('jobs of the agent that it does not have'),
  stop: z.array(id).describe('jobs to delete: they have ended, or are not jobs of this agent'),
  logs: z.record(id, z.number().int()).describe('the number of stored characters of each log'),
});
export type ExchangeResponse = z.output<typeof exchangeResponse>;

/** An agent for administrators, without its id. */
export const agentResponse = z.object({
  name: text,
  username: text.describe('the user of its token'),
  labels: z.array(text),
  registeredAt: text.describe('ISO 8601'),
  lastSeenAt: text.describe('ISO 8601'),
});
