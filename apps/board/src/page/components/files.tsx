import { useId } from 'preact/hooks';
import { apiPath } from '../api/rest.ts';
import { linkTo } from '../navigation/base.ts';
import { t } from '../navigation/text.ts';

/** Returns the event handlers for files that the user drops on an element. */
export const fileDropHandlers = (onFiles: (files: readonly File[]) => void) => ({
  onDragOver: (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  },
});

interface FileFieldProps {
  readonly label: string;
  /** The selected files. */
  readonly files: readonly File[];
  readonly onChoose: (files: readonly File[]) => void;
  /** Whether the user can select several files. */
  readonly isMultiple?: boolean;
}

/** A file field. The user can also drop files on it. */
export function FileField({ label, files, onChoose, isMultiple = false }: FileFieldProps) {
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
      <span class="none">{names === '' ? t('or drop a file here') : t`Selected: ${names}`}</span>
    </div>
  );
}

interface FileLinkProps {
  /** The path of a REST endpoint that returns a file. */
  readonly path: string;
  readonly children: string;
}

/** A link that downloads a file. The server sets the name of the file. */
export const FileLink = ({ path, children }: FileLinkProps) => (
  <a class="button" href={linkTo(apiPath(path))} download>
    {children}
  </a>
);

/** Downloads a file from a REST endpoint, like a `FileLink`. */
export function downloadFile(path: string): void {
  const link = document.createElement('a');
  link.href = linkTo(apiPath(path));
  link.download = '';
  link.click();
}
