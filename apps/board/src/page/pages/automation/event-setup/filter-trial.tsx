import { useSignal } from '@preact/signals';
import type { EventTrialResponse } from '@slipway/api-schema/triggers';
import type { ComponentChildren } from 'preact';
import Play from '~icons/lucide/play';
import { read } from '../../../api/rest.ts';
import { useAction } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { t } from '../../../navigation/text.ts';
import type { EventScope } from '../events/event-scope.ts';
import { SampleField } from '../events/sample-field.tsx';
import type { EventSample } from '../events/sample-tree.tsx';
import { fieldLabels, type Sender, type SenderEvent } from '../events/senders.ts';

/** The maximum number of characters of a displayed payload. */
const maxShown = 20_000;

function jsonIn(text: string): unknown {
  try {
    return text.trim() === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOfValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the rows of a result: the values of the release, then those of the event. */
function rowsOf({ release, fields }: EventTrialResponse): readonly (readonly [string, string])[] {
  const releaseRows =
    release === undefined
      ? []
      : [
          [t('Release title'), release.title] as const,
          ...(release.tags.length > 0 ? [[t('Tags'), release.tags.join(', ')] as const] : []),
          ...Object.entries(release.variables).map(([key, value]) => [key, textOfValue(value)] as const),
        ];
  const eventRows = Object.entries(fieldLabels).flatMap(([name, label]) => {
    const values = Object.entries(fields).find(([key]) => key === name)?.[1];
    return values === undefined ? [] : [[label, values.join(', ')] as const];
  });
  return [...releaseRows, ...eventRows];
}

const Rows = ({ rows }: { readonly rows: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {rows.map(([label, value]) => (
      <>
        <dt>{label}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </>
    ))}
  </dl>
);

const Result = ({ result }: { readonly result: EventTrialResponse }) => (
  <section class="stack" aria-label="Result">
    <StatusLabel
      tone={result.matches ? 'done' : 'over'}
      label={result.matches ? t('The event starts a release') : t('The event starts no release')}
    />
    {result.reason !== undefined && (
      <p class="why" lang="en">
        {result.reason}
      </p>
    )}
    <Rows rows={rowsOf(result)} />
  </section>
);

interface Props {
  readonly scope: EventScope;
  readonly sender: Sender;
  readonly event: SenderEvent;
  readonly textOf: (name: string) => string;
}

/** A trial of the filter against a sample, whose payload it shows. The result is beside the payload. */
export function FilterTrial({ scope, sender, event, textOf }: Props) {
  const latest = useSignal<{ readonly key: string; readonly result: EventTrialResponse } | null>(null);
  const { run, refusal, isBusy } = useAction();
  const bodyFor = (sample: EventSample) => ({
    ...{ sender: sender.id, sample, title: textOf('title'), releaseTitle: textOf('releaseTitle') },
    ...{ eventFilter: jsonIn(textOf('eventFilter')), mappedProperties: jsonIn(textOf('mappedProperties')) },
  });
  const evaluate = async (sample: EventSample): Promise<string> => {
    const body = bodyFor(sample);
    const result = await read<EventTrialResponse>('/triggers/event-trial', body);
    latest.value = { key: JSON.stringify(body), result };
    return result.matches ? t('The event starts a release') : t('The event starts no release');
  };
  return (
    <details class="filter-trial">
      <summary class="check">Try the filter</summary>
      <div class="stack">
        <SampleField key={event.id} scope={scope}>
          {(sample) => {
            const isCurrent = sample !== null && latest.value?.key === JSON.stringify(bodyFor(sample));
            return (
              <>
                <div>
                  <button
                    type="button"
                    disabled={sample === null}
                    aria-disabled={isBusy.value}
                    onClick={() => sample && void run(() => evaluate(sample))}
                  >
                    <Icon of={Play} />
                    Try filter
                  </button>
                </div>
                <Refusal message={refusal.value} />
                <div class="trial-columns">
                  {sample !== null && (
                    <section aria-label="Payload">
                      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus to scroll with the keyboard */}
                      <pre class="terminal" tabIndex={0}>
                        {JSON.stringify(sample.event, null, 2).slice(0, maxShown)}
                      </pre>
                    </section>
                  )}
                  {isCurrent && latest.value && <Result result={latest.value.result} />}
                </div>
              </>
            );
          }}
        </SampleField>
      </div>
    </details>
  );
}
