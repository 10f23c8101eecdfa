import type { ReadonlySignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { countLines } from '../../../../components/code/code-block.tsx';
import { CopyButton } from '../../../../components/controls/copy-button.tsx';
import { Moment } from '../../../../components/moment.tsx';
import { t } from '../../../../navigation/text.ts';
import { type OutputRun, outputRuns } from './output-runs.ts';

/** The output of a run as a terminal. */
const RunOutput = ({ run: { text, dates } }: { readonly run: OutputRun }) => (
  <div class="terminal-box">
    <p class="row">
      <span>
        <Moment at={dates.at(-1)} />, {countLines(text)}
        {dates.length > 1 && t`, from ${dates.length} runs`}
      </span>
      <CopyButton label="Copy output" getText={() => text} />
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus to scroll with the keyboard */}
    <section class="scroll-box" tabIndex={0} aria-label="Output">
      <pre class="terminal">{text}</pre>
    </section>
    {dates.length > 1 && (
      <details class="more">
        <summary>
          First of these runs: <Moment at={dates[0]} />
        </summary>
        <ol>
          {dates.map((date) => (
            <li key={date}>
              <Moment at={date} />
            </li>
          ))}
        </ol>
      </details>
    )}
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
