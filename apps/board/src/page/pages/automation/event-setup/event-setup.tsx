import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { SuggestField } from '../../../components/fields/suggest-field.tsx';
import { useQuery } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import type { EventScope } from '../events/event-scope.ts';
import { SenderField } from '../events/sender-field.tsx';
import { filterText, selectedEvent } from '../events/sender-filter.ts';
import { fieldLabels, type Sender, type SenderEvent, senderOf, useSenders } from '../events/senders.ts';
import { FilterTrial } from './filter-trial.tsx';
import { NewSenderEndpoint } from './new-sender-endpoint.tsx';

/** The texts of the properties of a trigger that depend on its event. */
type Texts = Readonly<Record<string, string>>;

interface Props {
  readonly scope: EventScope;
  /** Returns the text of a property of the trigger. */
  readonly textOf: (name: string) => string;
  readonly apply: (texts: Texts) => void;
}

const asFields = (value: unknown): Readonly<Record<string, unknown>> => ({
  ...(typeof value === 'object' ? value : {}),
});

/** Returns the sender of the selected endpoint; undefined: an unknown system, or not loaded. */
function useSenderOfEndpoint(source: string): Sender | undefined {
  const path = source === '' ? null : `/config/${encodeURIComponent(lastSegment(source))}`;
  const endpoint = useQuery<ConfigurationResponse>(path).value.value;
  const senders = useSenders();
  return endpoint && senderOf(senders, endpoint, asFields(endpoint.authentication));
}

interface FieldsProps {
  readonly event: SenderEvent;
  readonly source: string;
  readonly texts: Texts;
  readonly change: (texts: Texts) => void;
  /** Called when the user leaves a field. */
  readonly finish: () => void;
}

/** A field for each value on which users filter. It offers the values of received events. */
function EventFields({ event, source, texts, change, finish }: FieldsProps) {
  const path = source === '' ? null : `/webhooks/${encodeURIComponent(lastSegment(source))}/event-values`;
  const received = useQuery<{ readonly values: Readonly<Record<string, readonly string[]>> }>(path).value.value;
  return (
    <div class="event-fields" onFocusOut={finish}>
      {event.fields.map(({ name }) => (
        <SuggestField
          key={name}
          label={fieldLabels[name]}
          hint={t('If empty, any value')}
          value={texts[name] ?? ''}
          suggestions={received?.values[name] ?? []}
          change={(text) => change({ ...texts, [name]: text.trim() })}
        />
      ))}
    </div>
  );
}

/**
 * The event of a trigger: its sender, its endpoint, the event and the values on which it filters. The fields fill in the
 * filter and the release title, which remain editable.
 */
export function EventSetup({ scope, textOf, apply }: Props) {
  const senders = useSenders();
  const chosenSender = useSignal<string | null>(null);
  const senderOfEndpoint = useSenderOfEndpoint(scope.source);
  const senderId = chosenSender.value ?? senderOfEndpoint?.id ?? '';
  const sender = senders.find(({ id }) => id === senderId);
  const selected = selectedEvent(sender?.events ?? [], textOf('eventFilter'));
  const select = (event: SenderEvent): void => {
    scope.preset.value = `${senderId} ${event.id}`;
    scope.changes.value += 1;
    apply({ eventFilter: filterText(event, {}), releaseTitle: event.releaseTitle });
  };
  return (
    <div class="event-setup stack">
      <SenderField
        hint={t('The system whose events start releases')}
        value={senderId}
        change={(item) => {
          chosenSender.value = item?.id ?? '';
        }}
      />
      {sender && (
        <NewSenderEndpoint
          key={sender.id}
          sender={sender}
          isOffered={senderOfEndpoint?.id !== sender.id}
          onCreated={(id) => {
            scope.newEndpoints.value += 1;
            apply({ eventSource: id });
          }}
        />
      )}
      {sender && (
        <ChoiceField
          label="Event"
          hint={t('Replaces the event filter and the release title')}
          value={selected?.event.id ?? ''}
          options={[
            ['', selected === null && textOf('eventFilter') !== '' ? t('Another filter') : t('Select…')],
            ...sender.events.map(({ id, title }) => [id, title] as const),
          ]}
          change={(id) => {
            const event = sender.events.find((item) => item.id === id);
            if (event) select(event);
          }}
        />
      )}
      {sender && selected && (
        <EventFields
          event={selected.event}
          source={scope.source}
          texts={selected.texts}
          change={(texts) => apply({ eventFilter: filterText(selected.event, texts) })}
          finish={() => {
            scope.changes.value += 1;
          }}
        />
      )}
      {sender && selected && <FilterTrial scope={scope} sender={sender} event={selected.event} textOf={textOf} />}
    </div>
  );
}
