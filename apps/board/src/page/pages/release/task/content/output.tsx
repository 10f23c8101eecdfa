import type { ReadonlySignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { countLines } from '../../../../components/code/code-block.tsx';
import { CopyButton } from '../../../../components/controls/copy-button.tsx';
import { Moment } from '../../../../components/moment.tsx';
import { t } from '../../../../navigation/text.ts';
import { type OutputRun, outputRuns } from './output-runs.ts';

/** A text as a terminal. */
const Terminal = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus to scroll with the keyboard
  <section class="scroll-box" tabIndex={0} aria-label="Output">
    <pre class="terminal">{text}</pre>
  </section>
);

/** The times of repeated runs, the latest first, with the output of those that differ from the latest. */
const RunList = ({ run: { text, runs } }: { readonly run: OutputRun }) => (
  <details class="more">
    <summary>
      First of these runs: <Moment at={runs[0].date} />
    </summary>
    <ol reversed>
      {runs.toReversed().map((item) => (
        <li key={item.date}>
          <Moment at={item.date} />
          {item.text !== text && <Terminal text={item.text} />}
        </li>
      ))}
    </ol>
  </details>
);

/** The output of a run as a terminal. */
const RunOutput = ({ run }: { readonly run: OutputRun }) => (
  <div class="terminal-box">
    <p class="row">
      <span>
        <Moment at={run.runs.at(-1)?.date} />, {countLines(run.text)}
        {run.runs.length > 1 && t`, from ${run.runs.length} runs`}
      </span>
      <CopyButton label="Copy output" getText={() => run.text} />
    </p>
    <Terminal text={run.text} />
    {run.runs.length > 1 && <RunList run={run} />}
  </div>
);

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
      <RunOutput run={latest} />
      {earlier.length > 0 && (
        <details class="more">
          <summary>Earlier output ({earlier.length})</summary>
          {earlier.map((run) => (
            <RunOutput key={run.id} run={run} />
          ))}
        </details>
      )}
    </section>
  );
}
