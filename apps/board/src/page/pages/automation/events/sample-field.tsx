import { useSignal } from '@preact/signals';
import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import type { ComponentChildren } from 'preact';
import { parseExactly } from '../../../api/exact-json.ts';
import { CodeField } from '../../../components/code/code-field.tsx';
import { Skeleton } from '../../../components/empty-state.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { momentText } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useQuery } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';
import { deliveriesPath, useDeliveryList } from './deliveries.ts';
import { eventNameOf } from './event-names.ts';
import type { EventScope } from './event-scope.ts';
import type { EventSample } from './sample-tree.tsx';
import { samplesOf, useSenders } from './senders.ts';

const pasted = 'paste';

/** Parses a payload; undefined: it is not JSON. */
function parsePayload(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** Returns the sample of a delivery with its whole body. */
export const sampleOfDelivery = ({ body, headers, parameters }: ReceivedEventResponse): EventSample => ({
  event: parsePayload(body),
  headers,
  parameters: Object.fromEntries(
    Object.entries(parameters).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  ),
});

function labelOf(delivery: ReceivedEventResponse): string {
  const time = momentText(delivery.receivedAt);
  const event = eventNameOf(delivery);
  return event === undefined ? t`Delivery: ${time}` : t`Delivery: ${time}, ${event}`;
}

/** Loads the deliveries of the endpoint, and the whole body of the selected one; null: of the newest one. */
function useDeliveries(source: string, selected: string | null) {
  const path = deliveriesPath(source);
  const list = useDeliveryList(source);
  const deliveries = list.value.value ?? [];
  const shown = deliveries.find(({ id }) => selected === null || id === selected)?.id;
  const delivery = useQuery<ReceivedEventResponse>(path && shown ? `${path}/${encodeURIComponent(shown)}` : null);
  const isLoading = path !== null && list.value.value === undefined && list.refusal.value === null;
  const refusal = list.refusal.value ?? delivery.refusal.value;
  return { isLoading, deliveries, newest: deliveries[0]?.id, delivery: delivery.value.value, refusal };
}

interface Props {
  readonly scope: EventScope;
  /** Returns the content for the selected sample; null: no sample is selected. */
  readonly children: (sample: EventSample | null) => ComponentChildren;
}

/**
 * A field that selects a sample event: a delivery, a typed payload or an example. The first sample is the newest
 * delivery, because it is what the sender really sends.
 */
export function SampleField({ scope, children }: Props) {
  const chosen = useSignal<string | null>(null);
  const text = useSignal('');
  const { isLoading, deliveries, newest, delivery, refusal } = useDeliveries(scope.source, chosen.value);
  const choice = chosen.value ?? newest ?? (scope.preset.value || pasted);
  const samples = samplesOf(useSenders());
  const payload = choice === pasted && text.value.trim() !== '' ? parsePayload(text.value) : undefined;
  const example = samples.find(({ id }) => id === choice)?.event.sample;
  const sample: EventSample | null =
    (example && { ...example, parameters: {} }) ??
    (delivery?.id === choice ? sampleOfDelivery(delivery) : null) ??
    (payload === undefined ? null : { event: payload, headers: {}, parameters: {} });
  const isWrong = choice === pasted && text.value.trim() !== '' && payload === undefined;
  if (isLoading) return <Skeleton />;
  return (
    <>
      <ChoiceField
        label="Sample"
        value={choice}
        options={[
          [pasted, t('Paste a payload')],
          ...deliveries.map((item) => [item.id, labelOf(item)] as const),
          ...samples.map(({ id, label }) => [id, label] as const),
        ]}
        change={(id) => {
          chosen.value = id;
        }}
      />
      <Refusal message={refusal} before={t('No deliveries: ')} />
      {choice === pasted && (
        <CodeField
          label="Payload"
          hint="JSON, as the sender shows it"
          language="json"
          rows={6}
          value={text.value}
          change={(input) => {
            text.value = input;
          }}
        />
      )}
      {isWrong && (
        <p class="hint wrong" role="alert">
          The payload isn’t valid JSON.
        </p>
      )}
      {children(sample)}
    </>
  );
}
