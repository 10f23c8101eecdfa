import { useFolderList } from '../../live/folders.ts';
import { Refusal } from '../refusal.tsx';
import { ChoiceField } from './field.tsx';

interface Props {
  readonly label: string;
  /** the id of a folder; empty: none */
  readonly value: string;
  /** what it means that there is none */
  readonly none: string;
  readonly change: (id: string) => void;
}

/** One of the folders that the viewer sees, or none. */
export function FolderField({ label, value, none, change }: Props) {
  const { folders, refusal } = useFolderList();
  const options = folders.map(({ id, name }) => [id, name] as const);
  // one that the viewer does not see stays what it is
  const hiddenOption = value === '' || options.some(([id]) => id === value) ? [] : [[value, value] as const];
  return (
    <>
      <ChoiceField label={label} value={value} options={[['', none], ...hiddenOption, ...options]} change={change} />
      <Refusal message={refusal} />
    </>
  );
}
