import { useId } from 'preact/hooks';
import { dropsFiles } from './drop.ts';

interface Props {
  readonly label: string;
  /** what was chosen so far */
  readonly files: readonly File[];
  readonly choose: (files: readonly File[]) => void;
  /** whether several may be chosen at once */
  readonly isMany?: boolean;
}

/** Takes files: they are chosen, or dropped here. */
export function FileField({ label, files, choose, isMany = false }: Props) {
  const id = useId();
  const names = files.map(({ name }) => name).join(', ');
  return (
    <div class="field drop" {...dropsFiles((dropped) => choose(isMany ? dropped : dropped.slice(0, 1)))}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        multiple={isMany}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (chosen.length > 0) choose(chosen);
        }}
      />
      <span class="none">{names === '' ? 'Or drop it here.' : `Chosen: ${names}`}</span>
    </div>
  );
}
