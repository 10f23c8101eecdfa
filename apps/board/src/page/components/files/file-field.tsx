import { useId } from 'preact/hooks';
import { fileDropHandlers } from './file-drop.ts';

interface Props {
  readonly label: string;
  /** what was chosen so far */
  readonly files: readonly File[];
  readonly onChoose: (files: readonly File[]) => void;
  /** whether several may be chosen at once */
  readonly isMultiple?: boolean;
}

/** Takes files: they are chosen, or dropped here. */
export function FileField({ label, files, onChoose, isMultiple = false }: Props) {
  const id = useId();
  const names = files.map(({ name }) => name).join(', ');
  return (
    <div class="field drop" {...fileDropHandlers((dropped) => onChoose(isMultiple ? dropped : dropped.slice(0, 1)))}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        multiple={isMultiple}
        onChange={({ currentTarget }) => {
          const chosenFiles = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (chosenFiles.length > 0) onChoose(chosenFiles);
        }}
      />
      <span class="none">{names === '' ? 'Or drop it here.' : `Chosen: ${names}`}</span>
    </div>
  );
}
