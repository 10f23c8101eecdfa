import type { JobContent } from '@slipway/application/containers';
import {
  containerPath,
  errorOfEnd,
  type JobEnd,
  nextLogPart,
  pollDelayMs,
  readDirectives,
  readOutput,
} from '@slipway/domain/containers';
import { asJson, type Json } from '@slipway/domain/model';
import { type ContainerJob, storeLogReport } from '@slipway/persistence/containers';
import type { Connection } from '@slipway/persistence/database';
import { isScriptOutput, type PluginType } from '@slipway/plugins';
import { createMask, type ScriptRunResult } from '@slipway/script-protocol';
import { decryptOutput } from './content.ts';
import { maskedSecrets } from './masked-secrets.ts';

const emptyAnswer: ScriptRunResult = {
  ...{ error: null, result: null, variables: {}, actions: [], output: '', durationMs: 0 },
};

const statusLine = (text: string | null): ScriptRunResult['actions'] =>
  text === null || text === '' ? [] : [{ does: 'setStatusLine', text }];

/** Returns the answer of a script run that has no job, with the reason. */
export const failedAnswer = (reason: string): ScriptRunResult => ({
  ...emptyAnswer,
  error: { type: 'ContainerFailed', message: reason, line: null },
});

/** The answer of a script run that ends a task successfully, without outputs. */
export const completedAnswer = emptyAnswer;

interface Look {
  readonly connection: Connection;
  readonly runId: string;
  readonly job: ContainerJob;
  readonly content: JobContent;
  /** the log so far */
  readonly log: string;
  readonly now: number;
}

/**
 * Returns the next part of the log of a job, with secrets masked. A repetition of the script run returns the same
 * beginning, so that no line is lost or repeated if a process crashes.
 */
async function reportLog({ connection, runId, job, content, log, now }: Look, isEnd: boolean) {
  const isRepetition = job.reportedBy === runId;
  const from = isRepetition ? job.reportedBefore : job.reported;
  const progress = { reported: from, reportedAt: isRepetition ? null : job.reportedAt };
  const masked = createMask(maskedSecrets(content))(log);
  const part = nextLogPart({ log: masked, progress, now, startedAt: job.createdAt, isEnd });
  if (part !== '') await storeLogReport(connection, job.id, { runId, from, to: from + part.length });
  return readDirectives(part);
}

/** Returns the answer while a job waits or runs: the task looks at it again later. */
export async function waitingAnswer(look: Look, detail: string | null, delayMs?: number): Promise<ScriptRunResult> {
  const { job, now } = look;
  const { text, statusLine: reported } = await reportLog(look, false);
  const pauseMs = Math.max(delayMs ?? 0, pollDelayMs(now - job.createdAt));
  return {
    ...emptyAnswer,
    output: text,
    actions: statusLine(reported ?? detail),
    scheduled: { script: containerPath(job.id), seconds: pauseMs / 1_000 },
  };
}

/** Returns the answer after the end of a job: its outputs, the rest of its log, and its error. */
export async function endAnswer(look: Look, type: PluginType, end: JobEnd): Promise<ScriptRunResult> {
  const { text, statusLine: reported } = await reportLog(look, true);
  const { values, error, warning } = readOutput(decryptOutput(look.content.sessionKey, end.output));
  const failure = errorOfEnd(end) ?? error;
  const warnings = warning === null || end.output === '' ? '' : `${warning}\n`;
  return {
    ...emptyAnswer,
    error: failure === null ? null : { type: 'ContainerFailed', message: maskFor(look)(failure), line: null },
    output: `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${warnings}`,
    actions: statusLine(reported),
    variables: asJson(variablesOf(type, values, end)),
  };
}

const maskFor = ({ content }: Look) => createMask(maskedSecrets(content));

/** Returns the values of the output properties of a type. `outputs` has all values, and `exitCode` the exit code. */
function variablesOf(type: PluginType, values: Readonly<Record<string, Json>>, { exitCode }: JobEnd) {
  const all: Readonly<Record<string, Json>> = {
    ...values,
    ...(!('outputs' in values) && { outputs: textsOf(values) }),
    ...(exitCode !== null && !('exitCode' in values) && { exitCode }),
  };
  const names = type.properties.filter(isScriptOutput).map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

const textsOf = (values: Readonly<Record<string, Json>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
