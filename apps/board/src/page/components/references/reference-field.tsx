import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { useEntity } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { emptyLabel } from '../fields/empty-label.ts';
import { ChoiceField } from '../fields/field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The type of the offered configurations, which includes its subtypes. */
  readonly type: string;
  /** Offers only configurations of this folder. Without it, offers all configurations that the user can view. */
  readonly folderId?: string | undefined;
  /** The id of the selected configuration. */
  readonly text: string;
  readonly isRequired?: boolean | undefined;
  readonly change: (text: string) => void;
  readonly error?: string | undefined;
}

/** A select field for a configuration of a type. */
export function ReferenceField({ label, hint, type, folderId, text, isRequired, change, error }: Props) {
  const query = new URLSearchParams({ configurationType: type, ...(folderId !== undefined && { folderId }) });
  const { value } = useEntity<readonly ConfigurationResponse[]>(`/config/byTypeAndTitle?${query}`, []);
  const configurations = value.value ?? [];
  const selectedId = configurations.find(({ id }) => lastSegment(id) === lastSegment(text))?.id ?? text;
  const options = [
    ['', emptyLabel({ isRequired })] as const,
    ...configurations.map(({ id, title }) => [id, title] as const),
  ];
  return (
    <ChoiceField
      label={label}
      hint={hint}
      value={selectedId}
      options={options.some(([id]) => id === selectedId) ? options : [...options, [selectedId, selectedId] as const]}
      change={change}
      error={error}
    />
  );
}
