import type { ReadonlySignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { Fragment } from 'preact';
import { countLines } from '../../../../components/code/code-block.tsx';
import { CopyButton } from '../../../../components/controls/copy-button.tsx';
import { Moment } from '../../../../components/moment.tsx';
import { isUtc } from '../../../../navigation/preferences.ts';
import { t } from '../../../../navigation/text.ts';
import { latestRun, type OutputRun, outputRuns, type Run, timedLines } from './output-runs.ts';

/** Returns the time of day with seconds, in the time zone that the user has chosen. */
const timeOfDay = (at: string): string =>
  new Date(at).toLocaleTimeString(undefined, { timeStyle: 'medium', timeZone: isUtc.value ? 'UTC' : undefined });

/** The lines of a run as a terminal, with their times if the server has stored them. */
const Terminal = ({ run }: { readonly run: Run }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus to scroll with the keyboard
  <section class="scroll-box" tabIndex={0} aria-label="Output">
    {run.lineTimes.length === 0 ? (
      <pre class="terminal">{run.text}</pre>
    ) : (
      <pre class="terminal timed">
        {timedLines(run, timeOfDay).map(({ time, at, text }) => (
          <Fragment key={at}>
            <time dateTime={at}>{time}</time>
            <span>{text}</span>
          </Fragment>
        ))}
      </pre>
    )}
  </section>
);

/** The times of repeated runs, the latest first, with the output of those that differ from the latest. */
const RunList = ({ runs }: Pick<OutputRun, 'runs'>) => (
  <details class="more">
    <summary>
      First of these runs: <Moment at={runs[0].date} />
    </summary>
    <ol reversed>
      {runs.toReversed().map((run) => (
        <li key={run.date}>
          <Moment at={run.date} />
          {run.text !== runs.at(-1)?.text && <Terminal run={run} />}
        </li>
      ))}
    </ol>
  </details>
);

/** The output of a run as a terminal. */
function RunOutput({ output }: { readonly output: OutputRun }) {
  const { runs } = output;
  const run = latestRun(output);
  return (
    <div class="terminal-box">
      <p class="row">
        <span>
          <Moment at={run.date} />, {countLines(run.text)}
          {runs.length > 1 && t`, from ${runs.length} runs`}
        </span>
        <CopyButton label="Copy output" getText={() => run.text} />
      </p>
      <Terminal run={run} />
      {runs.length > 1 && <RunList runs={runs} />}
    </div>
  );
}

interface Props {
  /** Undefined until the comments are loaded. */
  readonly comments: ReadonlySignal<TaskResponse['comments'] | undefined>;
}

/** The texts that the system has added to a task: the output of its scripts, and their errors. */
export function Output({ comments }: Props) {
  const [latest, ...earlier] = outputRuns(comments.value ?? []);
  if (latest === undefined) return null;
  return (
    <section class="panel-section output">
      <h3>Output</h3>
      <RunOutput output={latest} />
      {earlier.length > 0 && (
        <details class="more">
          <summary>Earlier output ({earlier.length})</summary>
          {earlier.map((output) => (
            <RunOutput key={output.id} output={output} />
          ))}
        </details>
      )}
    </section>
  );
}
