import type { TaskResponse } from '@slipway/api-schema/plans';
import { systemAuthor } from '../../../../api/full-names.ts';

type Comment = TaskResponse['comments'][number];

/** A run with its complete output. */
export interface Run {
  readonly date: string;
  readonly text: string;
  /** When its lines began, if the server has stored it. A time applies to its line, counted from 0, and to the next ones. */
  readonly lineTimes: readonly LineTime[];
}

type LineTime = NonNullable<Comment['lineTimes']>[number];

/** Lines in succession that began at the same displayed time. */
export interface TimedLines {
  /** The displayed time; empty if it is unknown. */
  readonly time: string;
  /** The time of the first line. */
  readonly at: string;
  readonly text: string;
}

/** Returns the run of comments with the same time. A text without times of its own, such as an error, has that time. */
function runOf(date: string, entries: readonly Comment[]): Run {
  const lineTimes: LineTime[] = [];
  let start = 0;
  for (const { text, lineTimes: own } of entries) {
    for (const { line, at } of own ?? [{ line: 0, at: date }]) lineTimes.push({ line: start + line, at });
    start += text.split('\n').length;
  }
  const isKnown = entries.some((entry) => entry.lineTimes !== undefined);
  return { date, text: entries.map(({ text }) => text).join('\n'), lineTimes: isKnown ? lineTimes : [] };
}

/** Returns the lines of a run with their times, which `format` shows. Lines with the same displayed time are joined. */
export function timedLines({ text, lineTimes, date }: Run, format: (at: string) => string): readonly TimedLines[] {
  const lines = text.split('\n');
  const parts: { time: string; at: string; lines: string[] }[] = [];
  for (const [index, { line, at }] of lineTimes.entries()) {
    const own = lines.slice(line, lineTimes[index + 1]?.line);
    const [time, previous] = [format(at), parts.at(-1)];
    if (previous?.time === time) previous.lines.push(...own);
    else parts.push({ time, at, lines: own });
  }
  const first = lineTimes[0]?.line ?? lines.length;
  const untimed = first === 0 ? [] : [{ time: '', at: date, lines: lines.slice(0, first) }];
  return [...untimed, ...parts].map(({ lines: own, ...part }) => ({ ...part, text: own.join('\n') }));
}

/** The output of a run, or of several runs in succession with the same output or the same failure. */
export interface OutputRun {
  readonly id: string;
  /** The runs, the latest last. */
  readonly runs: readonly [Run, ...Run[]];
}

/** Whether the runs have the same output or end with the same text, which is the failure of a script that has failed. */
const isRepeated = (first: readonly string[], second: readonly string[]): boolean =>
  first.at(-1) === second.at(-1) || first.join('\n') === second.join('\n');

/** Returns the latest run of an output. */
export const latestRun = ({ runs }: OutputRun): Run => runs.at(-1) ?? runs[0];

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
    const run = runOf(date, entries);
    const previous = outputs.at(-1);
    if (previous !== undefined && isRepeated(previousTexts, texts))
      outputs[outputs.length - 1] = { ...previous, runs: [...previous.runs, run] };
    else outputs.push({ id: entries[0]?.id ?? date, runs: [run] });
    previousTexts = texts;
  }
  return outputs.toReversed();
}
