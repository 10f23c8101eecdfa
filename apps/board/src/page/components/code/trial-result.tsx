import type { ComponentChildren } from 'preact';
import { t } from '../../navigation/text.ts';
import { StatusLabel } from '../marks/status.tsx';
import type { Outcome } from './outcome.ts';

interface Props {
  readonly outcome: Outcome;
  /** The text of the script; empty for the script of a plugin. */
  readonly script: string;
  /** Selects a line of the script in the editor. */
  readonly goTo: (line: number) => void;
  /** Whether the result of the script is a decision. */
  readonly decides?: boolean;
}

/** The maximum length of a displayed text, in characters. */
const maxShownLength = 20_000;

function TextSection({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <section>
      <h3>{title}</h3>
      <pre class="terminal">{text.slice(0, maxShownLength)}</pre>
      {text.length > maxShownLength && <p class="none">First {maxShownLength} characters</p>}
    </section>
  );
}

/** The error of a script, with its line. */
function Failure({ outcome: { error }, script, goTo }: Omit<Props, 'decides'>) {
  if (error === undefined) return null;
  const { line, at } = error;
  const text = script.split('\n')[line - 1];
  return (
    <>
      <p class="refusal" role="alert">
        {error.type}: {error.message}
        {line > 0 && t` (line ${line})`}
        {at && t` in ${at.file}, line ${at.line}`}
      </p>
      {text !== undefined && (
        <>
          <pre class="terminal">{`${line}: ${text}`}</pre>
          <button type="button" class="small" onClick={() => goTo(line)}>
            Go to line {line}
          </button>
        </>
      )}
    </>
  );
}

const Facts = ({ outcome }: Pick<Props, 'outcome'>) => {
  const { durationMs, statusLine, scheduled, pauses, recordingsLeft } = outcome;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [t('Duration'), t`${Math.ceil(durationMs)} ms`],
    ...(statusLine === undefined ? [] : [[t('Status line'), statusLine] as const]),
    ...(scheduled === undefined
      ? []
      : [[t('Continues with'), t`${scheduled.script}, in ${scheduled.seconds} s`] as const]),
    ...(pauses && pauses.length > 0 ? [[t('Waits'), pauses.map((pause) => t`${pause} ms`).join(', ')] as const] : []),
    ...(recordingsLeft ? [[t('Unused mock responses'), recordingsLeft] as const] : []),
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
};

const Requests = ({ outcome: { requests = [] } }: Pick<Props, 'outcome'>) =>
  requests.length === 0 ? null : (
    <section>
      <h3>Requests (not sent)</h3>
      <ol class="files">
        {requests.slice(0, 100).map(({ method, url, recorded, body }, index) => (
          <li key={index}>
            <code>
              {method} {url}
            </code>{' '}
            <StatusLabel tone={recorded ? 'done' : 'failed'} label={recorded ? t('Mocked') : t('No mock response')} />
            {body !== undefined && body !== '' && <pre>{body.slice(0, maxShownLength)}</pre>}
          </li>
        ))}
      </ol>
    </section>
  );

const toJson = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** The result of a test run. */
export const TrialResult = (props: Props) => {
  const { outcome, decides = true } = props;
  const { error, result, variables, changedVariables = {}, output } = outcome;
  return (
    <>
      <p>
        <StatusLabel
          tone={error === undefined ? 'done' : 'failed'}
          label={error === undefined ? t('Finished') : t('Failed')}
        />
      </p>
      <Failure {...props} />
      <Facts outcome={outcome} />
      {result !== undefined && <TextSection title="Result" text={toJson(result)} />}
      {result === undefined && decides && <p class="none">No decision</p>}
      <TextSection title="Output" text={output} />
      {Object.keys(changedVariables).length > 0 && (
        <TextSection title="Changed variables (not saved)" text={toJson(changedVariables)} />
      )}
      {Object.keys(variables).length > 0 && <TextSection title="Variables" text={toJson(variables)} />}
      <Requests outcome={outcome} />
    </>
  );
};
