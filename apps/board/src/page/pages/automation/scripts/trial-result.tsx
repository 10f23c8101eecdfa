import type { ComponentChildren } from 'preact';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { t } from '../../../navigation/text.ts';
import type { Outcome } from './trial.ts';

interface Props {
  readonly outcome: Outcome;
  /** The text of the script; empty for the script of a plugin. */
  readonly script: string;
  /** Selects a line of the script in the editor. */
  readonly goTo: (line: number) => void;
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
function Failure({ outcome: { error }, script, goTo }: Props) {
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
  const { outcome } = props;
  const { error, result, variables, output } = outcome;
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
      {result === undefined ? <p class="none">No decision</p> : <TextSection title="Result" text={toJson(result)} />}
      <TextSection title="Output" text={output} />
      {Object.keys(variables).length > 0 && <TextSection title="Variables" text={toJson(variables)} />}
      <Requests outcome={outcome} />
    </>
  );
};
