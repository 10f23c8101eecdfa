import { useFolderList } from '../../live/folders.ts';
import { Refusal } from '../refusal.tsx';
import { ChoiceField } from './field.tsx';

interface Props {
  readonly label: string;
  /** The id of the selected folder; empty for none. */
  readonly value: string;
  /** The label of the option without a folder. */
  readonly none: string;
  readonly change: (id: string) => void;
}

/** A select field with the folders that the user can view, and an option without a folder. */
export function FolderField({ label, value, none, change }: Props) {
  const { folders, refusal, retry } = useFolderList();
  const options = folders.map(({ id, name }) => [id, name] as const);
  // The current folder stays selected even if the user cannot view it.
  const hiddenOption = value === '' || options.some(([id]) => id === value) ? [] : [[value, value] as const];
  return (
    <>
      <ChoiceField label={label} value={value} options={[['', none], ...hiddenOption, ...options]} change={change} />
      <Refusal message={refusal} retry={retry} />
    </>
  );
}
