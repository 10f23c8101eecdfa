import type { ConfigurationAnswer } from '@slipway/wire';
import { useEntity } from '../../../live/use-entity.ts';
import { ChoiceField } from '../../../parts/field.tsx';
import { lastOf } from '../../../place/ids.ts';
import type { ReferenceSpec } from './definitions.ts';

interface Props {
  readonly spec: ReferenceSpec;
  /** of the template: what it sees is offered */
  readonly folderId: string;
  readonly text: string;
  readonly change: (text: string) => void;
}

/** A configuration that a task names, of those of the type that it needs. */
export function ReferenceField({ spec: { field, type }, folderId, text, change }: Props) {
  const query = new URLSearchParams({ configurationType: type, folderId });
  const { value } = useEntity<readonly ConfigurationAnswer[]>(`/config/byTypeAndTitle?${query}`, []);
  const known = value.value ?? [];
  const chosen = known.find(({ id }) => lastOf(id) === lastOf(text))?.id ?? text;
  const options = [['', '–'] as const, ...known.map(({ id, title }) => [id, title] as const)];
  return (
    <ChoiceField
      label={field.label}
      hint={field.hint}
      value={chosen}
      options={options.some(([id]) => id === chosen) ? options : [...options, [chosen, chosen] as const]}
      change={change}
    />
  );
}
