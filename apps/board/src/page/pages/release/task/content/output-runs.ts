import type { TaskResponse } from '@slipway/api-schema/plans';
import { systemAuthor } from '../../plan.ts';

type Comment = TaskResponse['comments'][number];

/** A run with its complete output. */
interface Run {
  readonly date: string;
  readonly text: string;
}

/** The output of a run, or of several runs in succession with the same output or the same failure. */
export interface OutputRun {
  readonly id: string;
  /** The output of the latest run. */
  readonly text: string;
  /** The runs, the latest last. */
  readonly runs: readonly [Run, ...Run[]];
}

/** Whether the runs have the same output or end with the same text, which is the failure of a script that has failed. */
const isRepeated = (first: readonly string[], second: readonly string[]): boolean =>
  first.at(-1) === second.at(-1) || first.join('\n') === second.join('\n');

/** Returns the runs, the latest first. The texts of a run have the same time. Repeated failures are combined. */
export function outputRuns(comments: readonly Comment[]): readonly OutputRun[] {
  const byDate = Map.groupBy(
    comments.filter(({ author }) => author === systemAuthor),
    ({ date }) => date,
  );
  const outputs: OutputRun[] = [];
  let previousTexts: readonly string[] = [];
  for (const [date, entries] of byDate) {
    const texts = entries.map((entry) => entry.text);
    const run = { date, text: texts.join('\n') };
    const previous = outputs.at(-1);
    if (previous !== undefined && isRepeated(previousTexts, texts))
      outputs[outputs.length - 1] = { ...previous, text: run.text, runs: [...previous.runs, run] };
    else outputs.push({ id: entries[0]?.id ?? date, text: run.text, runs: [run] });
    previousTexts = texts;
  }
  return outputs.toReversed();
}
