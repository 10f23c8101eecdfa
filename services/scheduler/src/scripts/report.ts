import type { Fact } from '@slipway/domain/commands';
import { crashPoint } from '@slipway/engine';
import { failCurrent } from '@slipway/tracing';
import type { ClaimedRun, ScriptContext } from './context/context.ts';
import { type RunJournal, unknownResultMessage } from './journal/run-journal.ts';

type WithoutRun<T> = T extends { readonly runId: string } ? Omit<T, 'runId' | 'attempt'> : never;

/** Reports the result of a script. A late result of an abandoned attempt is only logged. */
export async function report(
  context: ScriptContext,
  run: ClaimedRun,
  journal: RunJournal | null,
  partialFact: WithoutRun<Fact>,
): Promise<void> {
  const { view, script } = run;
  const fact: Fact = { ...partialFact, runId: script.id, attempt: script.attempt };
  if (partialFact.type === 'scriptFinished' && partialFact.result.status === 'failed') failCurrent('script');
  crashPoint('before-fact');
  const { outcome } = await context.engine.dispatch(view.release.id, { kind: 'fact', fact });
  crashPoint('after-fact');
  if (outcome === null && journal !== null) await reportCanceledRun(context, run, journal);
}

/**
 * Reports the requests of a canceled run: its task was aborted or skipped. Those in rows are reported by the attempt
 * that deletes them; while a release waits for the run, that is the next attempt.
 */
export async function reportCanceledRun(
  { engine }: ScriptContext,
  { view, task }: ClaimedRun,
  journal: RunJournal,
): Promise<void> {
  const isLast = await journal.drop();
  const requests = journal.unreported(isLast ? 'all' : 'in no row');
  if (requests.length === 0) return;
  const { unanswered } = journal;
  const comment = isLast && unanswered !== null ? `${capitalized(unknownResultMessage(unanswered))}.` : null;
  const fact = { type: 'scriptCanceled', taskId: task.id, requests, comment } as const;
  await engine.dispatch(view.release.id, { kind: 'fact', fact });
}

/** Capitalizes the first letter. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
