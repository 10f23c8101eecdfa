import type { TaskResponse } from '@slipway/api-schema/plans';
import { systemAuthor } from '../../../../api/full-names.ts';

type Comment = TaskResponse['comments'][number];

/** The output of a run, or of several runs in succession with the same output. */
export interface OutputRun {
  readonly id: string;
  readonly text: string;
  /** The times of the runs with this output, the latest last. The server has one time for the output of a run. */
  readonly dates: readonly [string, ...string[]];
}

/** Returns the runs, the latest first. The texts of a run have the same time. Equal runs in succession are combined. */
export function outputRuns(comments: readonly Comment[]): readonly OutputRun[] {
  const byDate = Map.groupBy(
    comments.filter(({ author }) => author === systemAuthor),
    ({ date }) => date,
  );
  const runs: OutputRun[] = [];
  for (const [date, entries] of byDate) {
    const text = entries.map((entry) => entry.text).join('\n');
    const [previous, id] = [runs.at(-1), entries[0]?.id ?? date];
    if (previous?.text === text) runs[runs.length - 1] = { ...previous, dates: [...previous.dates, date] };
    else runs.push({ id, text, dates: [date] });
  }
  return runs.toReversed();
}
