import { useContext } from 'preact/hooks';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { useQuery } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { EventScopeContext } from './event-scope.ts';

/** The type of the events of webhook endpoints. */
const requestEvent = 'events.HttpRequestEvent';

interface Props {
  readonly label: string;
  readonly text: string;
  readonly write: (text: string) => void;
}

/** A select field for the type of the events that the selected source emits. */
export function EventTypeField({ label, text, write }: Props) {
  const source = useContext(EventScopeContext)?.source ?? '';
  const path = source === '' ? null : `/config/${encodeURIComponent(lastSegment(source))}`;
  const configuration = useQuery<{ readonly outputEventType?: unknown }>(path).value.value;
  const emitted = configuration === undefined ? '' : String(configuration.outputEventType ?? requestEvent);
  const types = [...new Set([emitted, text])].filter((type) => type !== '');
  return (
    <ChoiceField
      label={label}
      hint={t('The event source determines the type')}
      value={text}
      options={[
        ['', t('Type of the event source')],
        ...types.map((type) => [type, type === requestEvent ? t('Webhook request') : type] as const),
      ]}
      change={write}
    />
  );
}
