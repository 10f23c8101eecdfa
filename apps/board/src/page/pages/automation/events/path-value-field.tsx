import { useContext } from 'preact/hooks';
import { SuggestField } from '../../../components/fields/suggest-field.tsx';
import { useDeliveryList } from './deliveries.ts';
import { isHeaderPath, valuesForPath } from './event-names.ts';
import { EventScopeContext } from './event-scope.ts';
import { useSenders } from './senders.ts';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The path whose value is compared. */
  readonly path: string;
  readonly text: string;
  readonly write: (text: string) => void;
}

/** The value of a condition. It offers the values of deliveries and known events, such as the names of events. */
export function PathValueField({ label, hint, path, text, write }: Props) {
  const source = useContext(EventScopeContext)?.source ?? '';
  const deliveries = useDeliveryList(isHeaderPath(path) ? source : '').value.value ?? [];
  const events = useSenders().flatMap((sender) => sender.events);
  return (
    <SuggestField
      label={label}
      hint={hint}
      value={text}
      change={write}
      suggestions={valuesForPath(path, deliveries, events)}
    />
  );
}
